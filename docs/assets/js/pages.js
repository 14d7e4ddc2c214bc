// @ts-check
// Other pages of the site, read for a part of them: the rule that a link names, the lessons of a course.
// They are made by the build, as the page that asks is.
import { parsed } from "./trusted.js";

/** @type {Map<string, Promise<Document>>} */
const known = new Map();

/** The page at an address, whatever place on it that names. A promise that fails if it does not come.
 * @param {string} address */
export function pageAt(address) {
  const url = new URL(address, document.baseURI);
  url.hash = "";
  let page = known.get(url.href);
  if (!page) {
    page = fetch(url.href).then(async (response) => {
      if (!response.ok) throw new Error(`${response.status}`);
      return parsed(await response.text(), "text/html");
    });
    page.catch(() => known.delete(url.href));
    known.set(url.href, page);
  }
  return page;
}
