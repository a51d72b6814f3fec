import { mount } from "svelte";

import App from "./App.svelte";
import { beginWorker, renewWhenOld } from "./shell.svelte";

const page = document.getElementById("page");
if (!page) throw new Error("index.html has no #page");
renewWhenOld();
document.getElementById("lost")?.remove();
mount(App, { target: page });
beginWorker();
