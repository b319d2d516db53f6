// Shared code of both pages: the token, the theme, notes, errors, downloads.

export const $ = (id) => document.getElementById(id);

// The token is in the fragment of the printed URL, which is never sent; it is stored for this tab
// only.
function takeToken() {
  const given = location.hash.slice(1);
  if (given) {
    sessionStorage.setItem("token", given);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem("token");
}
export const token = takeToken();
addEventListener("hashchange", () => { if (location.hash.length > 1) { takeToken(); location.reload(); } });

export const fileName = (path) => path.split("/").at(-1) || path;

/// Shows the name of the subject in the header and in the window's title, and its paths in a tooltip.
export function showSubject(name, paths) {
  $("pictures").textContent = name;
  $("pictures").title = paths;
  document.title = `${name} – Segue`;
}

export const say = (words) => { $("announcer").textContent = words; };

let noteTimer = 0;
export function note(words) {
  $("note").textContent = words;
  $("note").hidden = !words;
  clearTimeout(noteTimer);
  if (words) noteTimer = setTimeout(() => note(""), 8000);
}

let faultStays = false;
/// Shows an error. With `stays` it remains until the file is saved again, otherwise until a frame
/// is drawn.
export function showFault(message, stays = false) {
  faultStays = stays;
  if ($("fault").textContent !== message) $("fault").textContent = message;
  $("fault").hidden = !message;
}
export function drawn() { if (!faultStays) showFault(""); }

export function save(blob, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export function useCopy() {
  $("copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText($("command").textContent);
    $("copy").textContent = "Copied";
    setTimeout(() => { $("copy").textContent = "Copy"; }, 1500);
  });
}

/// Shows that the URL lacks its token.
export function lacksToken() {
  $("status").classList.add("lost");
  $("status").textContent = "This address has no token: open the address that segue preview printed.";
}

// Colours: the system's, light or dark.
const themes = { auto: ["◐", "system"], light: ["☀", "light"], dark: ["☾", "dark"] };
function useTheme(name) {
  const [sign, words] = themes[name];
  if (name === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  $("theme").textContent = sign;
  $("theme").setAttribute("aria-label", `Colours: ${words}`);
  $("theme").title = `Colours: ${words}`;
  localStorage.setItem("theme", name);
}
$("theme").addEventListener("click", () => {
  const names = Object.keys(themes);
  useTheme(names[(names.indexOf(localStorage.getItem("theme")) + 1) % names.length]);
});
useTheme(themes[localStorage.getItem("theme")] ? localStorage.getItem("theme") : "auto");
