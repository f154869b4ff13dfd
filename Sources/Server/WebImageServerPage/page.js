"use strict";
const encoder = new TextEncoder();

const base64url = (bytes) => {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
};

const sign = async (hash, key, ...parts) => {
  if (!crypto.subtle) throw new Error("signing needs https, or a page of this machine");
  const secret = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash }, false, ["sign"]);
  const message = new Uint8Array(parts.flatMap((one) => [...one]));
  return new Uint8Array(await crypto.subtle.sign("HMAC", secret, message));
};

const bytes = (digits) => {
  if (!/^([0-9a-f]{2})*$/i.test(digits)) throw new Error("the key is not hexadecimal");
  return Uint8Array.from(digits.match(/../g) || [], (two) => parseInt(two, 16));
};

const part = (id) => document.getElementById(id);
const value = (id) => (part(id) ? part(id).value.trim() : "");
const isChecked = (id) => Boolean(part(id) && part(id).checked);
const widths = [320, 640, 960, 1280, 1920];

const plan = (width, height, dpr) => ({
  source: value("source"), mode: value("mode"), width, height, dpr, position: value("position") || "center",
  column: value("halign") || "center", row: value("valign") || "middle", crop: value("crop"),
  isSmart: isChecked("smart"), enlarges: isChecked("enlarge"), format: value("format"), quality: value("quality"),
  effects: value("effects").split(";").map((one) => one.trim()).filter(Boolean),
});

const original = () => ({
  source: value("source"), mode: "", width: 0, height: 0, dpr: "1",
  position: "center", column: "center", row: "middle", crop: "", isSmart: false, enlarges: true, format: "",
  quality: "", effects: [], isSource: true,
});

// `grammar(plan, key)` is at the end, where the server adds its language's.
const address = async (plan) =>
  new URL(await grammar(plan, value("key")), document.baseURI).href;

const headers = () => {
  const fields = { Accept: "image/avif,image/webp,image/*" };
  if (value("secret")) fields.Authorization = `Bearer ${value("secret")}`;
  return fields;
};

const reason = async (response) => {
  const type = response.headers.get("Content-Type") || "";
  let text = response.statusText;
  if (type.includes("json")) {
    const problem = await response.json();
    text = [problem.title, problem.detail].filter(Boolean).join(": ") || text;
  } else {
    text = (await response.text()).slice(0, 300) || text;
  }
  const access = [part("key") && "the key", part("secret") && "the secret"].filter(Boolean);
  const told = `${response.status} ${text}`;
  // In some languages of addresses a refusal has the status 400.
  if (response.status !== 403 && text !== "Forbidden") return told;
  return `${told}. The server refuses ${["the source", ...access].join(" or ")}.`;
};

const count = (number) => number.toLocaleString("en");
const stages = (response) =>
  (response.headers.get("Server-Timing") || "").split(",").filter(Boolean).map((entry) => {
    const [name, ...parameters] = entry.trim().split(";");
    const duration = parameters.find((parameter) => parameter.startsWith("dur="));
    return { name, duration: duration ? Number(duration.slice(4)) : 0 };
  });

const clear = (name, text) => {
  const picture = part(name);
  if (picture.src) URL.revokeObjectURL(picture.src);
  picture.removeAttribute("src");
  part(`${name}-blank`).textContent = text;
  for (const fact of ["bytes", "pixels", "type", "time"]) part(`${name}-${fact}`).textContent = "–";
};

// Shows a picture past the browser's cache, so that its time is the server's.
const show = async (name, url, signal) => {
  const began = performance.now();
  const response = await fetch(url, { cache: "no-store", headers: headers(), signal });
  if (!response.ok) throw new Error(await reason(response));
  const blob = await response.blob();
  signal.throwIfAborted();
  clear(name, "");
  const picture = part(name);
  picture.src = URL.createObjectURL(blob);
  const isShown = await picture.decode().then(() => true, () => false);
  signal.throwIfAborted();
  if (!isShown) clear(name, `This browser does not show ${blob.type || "the file"}.`);
  const total = stages(response).find((stage) => stage.name === "total");
  const server = total ? `${total.duration.toFixed(1)} ms on the server, ` : "";
  part(`${name}-bytes`).textContent = count(blob.size);
  part(`${name}-pixels`).textContent = isShown ? `${picture.naturalWidth} × ${picture.naturalHeight}` : "–";
  part(`${name}-type`).textContent = blob.type || "–";
  part(`${name}-time`).textContent = `${server}${Math.round(performance.now() - began)} ms in all`;
  return {
    response, byteCount: blob.size, type: blob.type, width: picture.naturalWidth, height: picture.naturalHeight,
  };
};

const compare = (before, after) => {
  if (!before || !after) {
    part("saving").textContent = "Nothing to compare";
    part("share").style.width = 0;
    return;
  }
  const share = after.byteCount / Math.max(before.byteCount, 1);
  const percent = Math.abs(1 - share) * 100;
  const change = percent < 0.5 ? "As many bytes"
    : `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} % ${share < 1 ? "fewer" : "more"} bytes`;
  part("saving").textContent = `${change}: ${count(after.byteCount)} in place of ${count(before.byteCount)}`;
  part("share").style.width = `${Math.min(share, 1) * 100}%`;
  part("share").className = share > 1 ? "more" : "";
};

const tell = (response) => {
  const body = part("timing").tBodies[0];
  body.replaceChildren();
  if (!response) return;
  const all = stages(response);
  const longest = Math.max(...all.map((stage) => stage.duration), 0.1);
  for (const { name, duration } of all) {
    const row = body.insertRow();
    row.className = name;
    row.insertCell().textContent = name;
    row.insertCell().textContent = `${duration.toFixed(1)} ms`;
    const bar = row.insertCell().appendChild(document.createElement("div"));
    bar.style.width = `${(duration / longest) * 100}%`;
  }
  for (const name of ["Cache-Status", "Cache-Control"]) {
    const row = body.insertRow();
    row.insertCell().textContent = name;
    const cell = row.insertCell();
    cell.colSpan = 2;
    cell.textContent = response.headers.get(name) || "–";
  }
};

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

// The widths of results are stated, not the ones that are asked for: a picture that fits in may be narrower, and
// one that is not enlarged ends at its own width.
const markup = async (url, before, after) => {
  const [width, height] = [Number(value("width")), Number(value("height"))];
  const ratio = Number(value("dpr")) || 1;
  const src = `<img src="${escaped(url)}"`;
  const side = (pixels) => Math.max(1, Math.round(pixels / ratio));
  const sides = after.width > 0 ? `width="${side(after.width)}" height="${side(after.height)}" ` : "";
  if (!(width > 0) || !(after.width > 0)) return `${src} ${sides}alt="">`;
  const shape = after.width / after.height;
  const covers = document.querySelector("#mode [data-covers]:checked") ? Math.max : Math.min;
  const share = height > 0 ? covers(1, (shape * height) / width) : 1;
  const isBound = before && before.width > 0 && !isChecked("enlarge") && before.type !== "image/svg+xml";
  const own = isBound ? Math.floor(Math.min(before.width, before.height * shape) / share) : Infinity;
  const most = Math.max(1, Math.min(own, widths.at(-1)));
  const asked = [...widths.filter((one) => one < most), most];
  const entries = await Promise.all(asked.map(async (one) => {
    const scaled = height > 0 ? Math.max(1, Math.round((height * one) / width)) : 0;
    return `${await address(plan(one, scaled, "1"))} ${Math.max(1, Math.round(one * share))}w`;
  }));
  const shown = side(after.width);
  const sizes = `(min-width: ${shown}px) ${shown}px, 100vw`;
  return `${src}\n  srcset="${escaped(entries.join(",\n    "))}"\n  sizes="${sizes}"\n  ${sides}alt="">`;
};

const write = (name, text) => {
  part(name).textContent = text || "–";
  document.querySelector(`[data-copy="${name}"]`).disabled = !text;
};

let former = new AbortController();
const run = async () => {
  former.abort();
  const mine = new AbortController();
  former = mine;
  const guarded = async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!mine.signal.aborted) part("error").textContent = error.message;
      return null;
    }
  };
  part("error").textContent = "";
  part("results").setAttribute("aria-busy", "true");
  await guarded(async () => {
    const asked = plan(Number(value("width")), Number(value("height")), value("dpr"));
    const url = await guarded(() => address(asked));
    mine.signal.throwIfAborted();
    write("address", url);
    const after = url && await guarded(() => show("after", url, mine.signal));
    const before = await guarded(async () => show("before", await address(original()), mine.signal));
    mine.signal.throwIfAborted();
    if (!before) clear("before", "No picture");
    if (!after) clear("after", "No picture");
    tell(after && after.response);
    compare(before, after);
    write("html", after ? await markup(url, before, after) : "");
  });
  if (mine.signal.aborted) return;
  part("results").removeAttribute("aria-busy");
  // In a narrow window the pictures are below the form.
  if (part("results").getBoundingClientRect().top > innerHeight / 2) part("results").scrollIntoView();
};

const copy = async (button) => {
  const field = part(button.dataset.copy);
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(field.textContent);
  } catch {
    // Without https a page may copy only what is selected.
    getSelection().selectAllChildren(field);
    document.execCommand("copy");
  }
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = label; }, 1500);
};

part("form").addEventListener("submit", (event) => {
  event.preventDefault();
  run();
});
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", () => copy(button));
}
