import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";

const host = document.getElementById("app");
if (host) mount(App, { target: host });
