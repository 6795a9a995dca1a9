import { mount } from "svelte";
import App from "./App.svelte";
import Faults from "./lib/Faults.svelte";
import { watchFaults } from "./lib/faults.svelte";
import { watchPresses } from "./lib/presses.svelte";
import "./app.css";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no element #app");
// First, and beside the rest, so that it is there when the rest fails.
mount(Faults, { target: document.body });
watchFaults();
target.replaceChildren();
watchPresses();
mount(App, { target });
