// Without this file the page says it in all three languages.
const root = document.documentElement;

/** What the person chose, else the first of the browser's languages that is one of ours. */
function chosen() {
  const asked = navigator.languages.map((tag) => tag.toLowerCase());
  const tag = asked.find((one) => /^(en|zh|yue|hak)\b/.test(one)) ?? "en";
  if (tag.startsWith("en")) return "en";
  return /hant|-(tw|hk|mo)\b|^yue/.test(tag) && !tag.includes("hans") ? "zh-Hant" : "zh-Hans";
}

let settings = {};
try {
  settings = JSON.parse(localStorage.getItem("qipai.settings") ?? "{}");
} catch {
  // storage is switched off
}
const language = ["en", "zh-Hans", "zh-Hant"].includes(settings.language) ? settings.language : chosen();
root.lang = root.dataset.language = language;
if (settings.theme === "light" || settings.theme === "dark") root.dataset.theme = settings.theme;
document.querySelector(`section[lang="${language}"]`).classList.add("chosen");

for (const link of document.querySelectorAll(".again")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    location.reload();
  });
}
const HEALTH = new URL("api/health", document.currentScript.src);
/** Opens the page again once the server answers: a device is back in a network some time before that leads anywhere. */
async function look() {
  try {
    const { ok } = await fetch(HEALTH, { cache: "no-store" });
    if (ok) location.reload();
  } catch {
    // still away
  }
}
const EVERY = 4000; // milliseconds
setInterval(() => {
  if (!document.hidden) look();
}, EVERY);
addEventListener("online", look);
