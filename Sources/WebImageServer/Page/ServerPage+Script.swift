#if Server
    extension ServerPage {
        /// The script: it makes addresses, shows their pictures, and tells bytes and times.
        static let script = #"""
            "use strict";
            const part = (id) => document.getElementById(id);
            const widths = [320, 640, 960, 1280, 1920];
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
              if (!/^([0-9a-f]{2})+$/i.test(digits)) throw new Error("the key is not hexadecimal");
              return Uint8Array.from(digits.match(/../g), (two) => parseInt(two, 16));
            };

            const picture = (width, height) => ({
              source: part("source").value.trim(), mode: part("mode").value, width, height,
              dpr: part("dpr").value, position: part("position").value, enlarges: part("enlarge").checked,
              format: part("format").value, quality: part("quality").value,
              transforms: part("transforms").value.split(";").map((one) => one.trim()).filter(Boolean),
            });

            const original = () => ({
              source: part("source").value.trim(), mode: "fit", width: 0, height: 0, dpr: "1", position: "center",
              enlarges: false, format: "", quality: "", transforms: [], isSource: true,
            });

            // The address of a picture in each grammar, without the server's own.
            const grammars = {
              webimage: async (plan, key) => {
                let rule = plan.mode;
                if (plan.width > 0 || plan.height > 0) rule += `:${plan.width || ""}x${plan.height || ""}`;
                if (plan.dpr !== "1") rule += `,dpr:${plan.dpr}`;
                if (plan.enlarges) rule += ",enlarge";
                if (plan.position !== "center") rule += `,at:${plan.position}`;
                const options = [];
                if (rule !== "fit") options.push(`size=${rule}`);
                if (plan.format) options.push(`format=${plan.format}`);
                if (plan.quality) options.push(`quality=${plan.quality}`);
              if (plan.isSource) options.push("source");
                const transforms = plan.transforms.map(encodeURIComponent).join(";") || "-";
                const path = `${transforms}/${options.join(";") || "-"}/${base64url(encoder.encode(plan.source))}`;
                const signature = key ? base64url(await sign("SHA-256", bytes(key), encoder.encode(`/v1/${path}`))) : "-";
                return `v1/${signature}/${path}`;
              },
              imgproxy: async (plan, key) => {
                const mode = plan.mode === "exact" ? "force" : plan.mode;
                const places = {
                  center: "ce", north: "no", south: "so", east: "ea", west: "we", northeast: "noea", northwest: "nowe",
                  southeast: "soea", southwest: "sowe", smart: "sm",
                };
                const options = [`rs:${mode}:${plan.width}:${plan.height}:${plan.enlarges ? 1 : 0}`];
                if (plan.dpr !== "1") options.push(`dpr:${plan.dpr}`);
                if (plan.position !== "center") options.push(`g:${places[plan.position]}`);
                if (plan.quality) options.push(`q:${plan.quality}`);
                if (plan.isSource) options.splice(0, options.length, "raw:1");
                if (plan.format) options.push(`f:${plan.format}`);
                const path = `/${[...options, ...plan.transforms].join("/")}/${base64url(encoder.encode(plan.source))}`;
                const [secret, salt] = key.split(/[ ,:]+/);
                if (!secret) return `_${path}`;
                return base64url(await sign("SHA-256", bytes(secret), bytes(salt || ""), encoder.encode(path))) + path;
              },
              thumbor: async (plan, key) => {
                const parts = [];
                if (plan.mode === "fit") parts.push("fit-in");
                parts.push(`${Math.round(plan.width * plan.dpr)}x${Math.round(plan.height * plan.dpr)}`);
                const sides = { north: "top", south: "bottom", west: "left", east: "right" };
                if (plan.position === "smart") parts.push("smart");
                for (const side of ["west", "east", "north", "south"]) {
                  if (plan.position.includes(side)) parts.push(sides[side]);
                }
                const filters = [...plan.transforms];
                if (plan.format) filters.push(`format(${plan.format})`);
                if (plan.quality) filters.push(`quality(${plan.quality})`);
                if (filters.length) parts.push(`filters:${filters.join(":")}`);
                const path = `${parts.join("/")}/${encodeURIComponent(plan.source)}`;
                if (!key) return `unsafe/${path}`;
                const tag = await sign("SHA-1", encoder.encode(key), encoder.encode(path));
                return `${base64url(tag)}=/${path}`;
              },
            };

            const address = async (plan) => {
              const make = grammars[document.documentElement.dataset.grammar];
              return new URL(await make(plan, part("key").value.trim()), document.baseURI).href;
            };

            const reason = async (response) => {
              const type = response.headers.get("Content-Type") || "";
              if (!type.includes("json")) return (await response.text()).slice(0, 300) || response.statusText;
              const problem = await response.json();
              return problem.detail || problem.title || response.statusText;
            };

            const count = (bytes) => (bytes < 10000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`);

            const show = async (name, url) => {
              const began = performance.now();
              const response = await fetch(url, { headers: { Accept: "image/avif,image/webp,image/*" } });
              if (!response.ok) throw new Error(`${response.status}: ${await reason(response)}`);
              const blob = await response.blob();
              const picture = part(name);
              if (picture.src) URL.revokeObjectURL(picture.src);
              picture.src = URL.createObjectURL(blob);
              await picture.decode();
              const duration = Math.round(performance.now() - began);
              const size = `${picture.naturalWidth} × ${picture.naturalHeight}`;
              part(`${name}-facts`).textContent = `${size}, ${blob.type}, ${count(blob.size)}, ${duration} ms`;
              return response;
            };

            const tell = (response) => {
              const body = part("timing").tBodies[0];
              body.replaceChildren();
              const rows = (response.headers.get("Server-Timing") || "").split(",").filter(Boolean).map((entry) => {
                const [stage, ...parameters] = entry.trim().split(";");
                const duration = parameters.find((parameter) => parameter.startsWith("dur="));
                return [stage, duration ? `${duration.slice(4)} ms` : ""];
              });
              rows.push(["Cache-Status", response.headers.get("Cache-Status") || ""]);
              rows.push(["Cache-Control", response.headers.get("Cache-Control") || ""]);
              for (const [first, second] of rows) {
                const row = body.insertRow();
                row.insertCell().textContent = first;
                row.insertCell().textContent = second;
              }
            };

            const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

            const markup = async (width, height, url) => {
              if (!(width > 0)) return `<img src="${escaped(url)}" alt="">`;
              const entries = await Promise.all(widths.map(async (one) => {
                const scaled = height > 0 ? Math.round((height * one) / width) : 0;
                return `${await address(picture(one, scaled))} ${one}w`;
              }));
              return `<img src="${escaped(url)}"\n  srcset="${escaped(entries.join(",\n    "))}"\n  sizes="100vw" alt="">`;
            };

            let turn = 0;
            const run = async () => {
              const mine = ++turn;
              part("error").textContent = "";
              const [width, height] = [Number(part("width").value), Number(part("height").value)];
              try {
                const url = await address(picture(width, height));
                part("address").textContent = url;
                part("html").textContent = await markup(width, height, url);
                const response = await show("after", url);
                tell(response);
                await show("before", await address(original()));
              } catch (error) {
                if (mine === turn) part("error").textContent = error.message;
              }
            };

            part("form").addEventListener("submit", (event) => {
              event.preventDefault();
              run();
            });
            for (const button of document.querySelectorAll("[data-copy]")) {
              button.addEventListener("click", () => navigator.clipboard.writeText(part(button.dataset.copy).textContent));
            }

            """#
    }
#endif
