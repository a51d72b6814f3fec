import { mount } from "svelte";

import App from "./App.svelte";
import { settings } from "./settings.svelte";
import { beginWorker, renewWhenOld } from "./shell.svelte";
import { learn } from "./words";

const page = document.getElementById("page");
if (!page) throw new Error("index.html has no #page");
renewWhenOld();
await learn(settings.language);
document.getElementById("lost")?.remove();
mount(App, { target: page });
beginWorker();
