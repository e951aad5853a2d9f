// Prints, as JSON, the label that the client gives to each order of a JSON list on standard input.
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const web = new URL("../../web/", import.meta.url);
const { rolldown } = createRequire(new URL("package.json", web))("rolldown");
const bundle = await rolldown({ input: fileURLToPath(new URL("src/text/wording.ts", web)) });
const { output } = await bundle.generate({ format: "esm", inlineDynamicImports: true });
const { orderWords } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);

const { games, orders } = JSON.parse(await text(process.stdin));
const labels = orders.map(({ game, order, units }) => {
  const { verbs, places } = games[game];
  return orderWords(order, new Map(units.map((unit) => [unit.id, unit])), verbs[order.verb], (hex) => places[hex]);
});
process.stdout.write(JSON.stringify(labels));
