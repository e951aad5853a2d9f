import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { language } from "./text/language";

document.documentElement.lang = language;
const host = document.getElementById("app");
if (host) mount(App, { target: host });
