import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";

// where `grognard serve` listens; only used while developing
const server = process.env["GROGNARD_SERVER"] ?? "http://127.0.0.1:8421";

export default defineConfig({
  plugins: [svelte()],
  build: {
    // the wheel carries the built client, so that users never need Node
    outDir: "../src/grognard/server/static",
    emptyOutDir: true,
    target: "es2022",
  },
  worker: { format: "es" },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: server, ws: true }, "/health": server },
  },
  test: {
    projects: [
      { extends: true, test: { name: "modules", include: ["src/**/[a-z]*.test.ts"], environment: "node" } },
      // tests of a component are named after it, with a capital letter
      { extends: true, plugins: [svelteTesting()], test: { name: "components", include: ["src/**/[A-Z]*.test.ts"], environment: "happy-dom" } },
    ],
  },
});
