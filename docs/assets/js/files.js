// @ts-check
// Files that somebody chooses. What their letters are, Python knows (taroky/decoding.py): it gets the bytes.

/** All bytes of a file as text that goes into a request.
 * @param {Blob} file */
export async function bytesOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** What a file of JSON says, also where there is no Python: in UTF-8, or in UTF-16, which its first bytes tell.
 * Fails for everything else.
 * @param {Blob} file @returns {Promise<any>} */
export async function jsonOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  const little = (first === 0xff && second === 0xfe) || second === 0;
  const big = (first === 0xfe && second === 0xff) || first === 0;
  const decoder = new TextDecoder(little ? "utf-16le" : big ? "utf-16be" : "utf-8", { fatal: true });
  return JSON.parse(decoder.decode(bytes));
}
