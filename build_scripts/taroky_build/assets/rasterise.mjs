// @ts-check
// Draws SVG documents as PNG with few colours: node rasterise.mjs COLOURS FROM TO FROM TO …
import sharp from "sharp";

const [colours, ...files] = process.argv.slice(2);
for (let at = 0; at < files.length; at += 2) {
  await sharp(files[at])
    .png({ palette: true, colours: Number(colours), dither: 0, effort: 10, compressionLevel: 9 })
    .toFile(files[at + 1]);
}
