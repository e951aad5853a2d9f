// Prints, as JSON, the English texts of the client that are different in German.
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const web = new URL("../../web/", import.meta.url);
const folder = new URL("src/text/messages/", web);
const { rolldown } = createRequire(new URL("package.json", web))("rolldown");
const found = [];
for (const name of readdirSync(folder)) {
  const bundle = await rolldown({ input: fileURLToPath(new URL(name, folder)) });
  const { output } = await bundle.generate({ format: "esm" });
  const { en, de } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  found.push(...Object.entries(en).filter(([key, text]) => typeof text === "string" && text !== de[key]).map(([, text]) => text));
}
process.stdout.write(JSON.stringify(found));
