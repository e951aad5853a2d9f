/** Starts the demo page in a headless browser. CHROMIUM names the browser's program. */
import { chromium } from "playwright-core";
import { createServer } from "vite";

export async function open({ width = 1400, height = 900, scale = 1, touch = false } = {}) {
  const server = await createServer({
    configFile: false, root: new URL("..", import.meta.url).pathname, logLevel: "error", appType: "mpa",
    optimizeDeps: { noDiscovery: true }, server: { port: 0, host: "127.0.0.1", hmr: false, watch: null },
  });
  await server.listen();
  const address = `${server.resolvedUrls.local[0]}demo/index.html`;
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--font-render-hinting=none"],
  });
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale, hasTouch: touch });
  const page = await context.newPage();
  page.on("pageerror", (error) => console.error("page:", error.message));
  page.on("console", (message) => message.type() === "error" && console.error("console:", message.text()));
  const show = async (query) => {
    await page.goto(`${address}?bare=1&${query}`);
    await page.waitForFunction(() => window.demo?.drawn > 0);
    await page.waitForSelector(`.gb[data-drawn="sharp"]`, { timeout: 30000 });
  };
  const close = async () => {
    await browser.close();
    await server.close();
  };
  return { page, show, close, browser, address };
}
