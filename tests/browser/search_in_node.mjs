// Asks the search of a built site, as a page does: node search_in_node.mjs SITE FOLDER (that of an edition, or
// nothing), with a list of [question, game] on standard input. Answers with the places that are shown for each, in their order.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";

const [site, folder = ""] = process.argv.slice(2);
const workers = join(site, "assets", "javascripts", "workers");
const script = readdirSync(workers).find((name) => /^search\..*\.js$/.test(name));
const { config, docs } = JSON.parse(readFileSync(join(site, folder, "search", "search_index.json"), "utf-8"));

const listeners = [];
let answer;
const scope = { console, addEventListener: (_, listener) => listeners.push(listener), postMessage: (told) => answer?.(told) };
scope.self = scope;
runInNewContext(readFileSync(join(workers, script), "utf-8"), scope);

function tell(message) {
  return new Promise((resolve) => {
    answer = resolve;
    for (const listener of listeners) listener({ data: message });
  });
}

await tell({ type: 0, data: { config, docs, options: { suggest: true } } });
const found = [];
for (const [question, game] of JSON.parse(readFileSync(0, "utf-8"))) {
  const { data } = await tell({ type: 2, data: question, game });
  // A page stands above the places on it; where only a place is shown it stands alone.
  found.push(data.items.map((part) => [...part.filter((one) => !one.location.includes("#")), ...part].map((one) => one.location)));
}
process.stdout.write(JSON.stringify(found));
