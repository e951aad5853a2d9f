import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { language } from "./text/language";
import { loadLabels } from "./text/labels";

document.documentElement.lang = language;
// only in the built client, and where the browser allows it
if (import.meta.env.PROD && "serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => undefined);

// in English if the labels cannot be loaded
await loadLabels().catch(() => undefined);
const host = document.getElementById("app");
if (host) mount(App, { target: host });
