// Prints, as JSON, the label that the client gives to each order of a JSON list on standard input.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const web = new URL("../../web/", import.meta.url);
const typescript = createRequire(new URL("package.json", web))("typescript");
const source = readFileSync(new URL("src/text/wording.ts", web), "utf8");
const { outputText } = typescript.transpileModule(source, { compilerOptions: { module: "esnext", target: "es2022" } });
const { orderWords } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);

const { games, orders } = JSON.parse(readFileSync(0, "utf8"));
const labels = orders.map(({ game, order, units }) => {
  const { verbs, places } = games[game];
  return orderWords(order, new Map(units.map((unit) => [unit.id, unit])), verbs[order.verb], (hex) => places[hex]);
});
process.stdout.write(JSON.stringify(labels));
