#if Server
    extension ServerPage {
        /// The first part of the script: addresses of pictures, and their signatures.
        static let addresses = #"""
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

            const places = {
              center: "ce", north: "no", south: "so", east: "ea", west: "we", northeast: "noea", northwest: "nowe",
              southeast: "soea", southwest: "sowe", smart: "sm",
            };

            // The address of a picture in each grammar, without the server's own.
            const grammars = {
              webimage: async (plan, key) => {
                let rule = plan.mode;
                if (plan.width > 0 || plan.height > 0) rule += `:${plan.width || ""}x${plan.height || ""}`;
                if (plan.dpr !== "1") rule += `,dpr:${plan.dpr}`;
                if (plan.enlarges) rule += ",enlarge";
                if (plan.position !== "center") rule += `,at:${plan.position}`;
                const options = plan.isSource ? ["source"] : rule === "fit" ? [] : [`size=${rule}`];
                if (plan.format) options.push(`format=${plan.format}`);
                if (plan.quality) options.push(`quality=${plan.quality}`);
                const transforms = plan.effects.map(encodeURIComponent).join(";") || "-";
                const path = `${transforms}/${options.join(";") || "-"}/${base64url(encoder.encode(plan.source))}`;
                const signature = key ? base64url(await sign("SHA-256", bytes(key), encoder.encode(`/v1/${path}`))) : "-";
                return `v1/${signature}/${path}`;
              },
              imgproxy: async (plan, key) => {
                const options = plan.isSource
                  ? ["raw:1"] : [`rs:${plan.mode}:${plan.width}:${plan.height}:${plan.enlarges ? 1 : 0}`];
                if (plan.dpr !== "1") options.push(`dpr:${plan.dpr}`);
                if (plan.position !== "center") options.push(`g:${places[plan.position]}`);
                if (plan.quality) options.push(`q:${plan.quality}`);
                if (plan.format) options.push(`f:${plan.format}`);
                const path = `/${[...options, ...plan.effects].join("/")}/${base64url(encoder.encode(plan.source))}`;
                const [secret, salt] = key.split(/[ ,:]+/);
                if (!secret) return `_${path}`;
                return base64url(await sign("SHA-256", bytes(secret), bytes(salt || ""), encoder.encode(path))) + path;
              },
              thumbor: async (plan, key) => {
                const parts = [];
                const filters = [...plan.effects];
                if (plan.crop) parts.push(plan.crop);
                if (plan.mode.endsWith("fit-in")) parts.push(plan.mode);
                if (plan.mode === "stretch") filters.unshift("stretch()");
                parts.push(`${Math.round(plan.width * plan.dpr)}x${Math.round(plan.height * plan.dpr)}`);
                if (plan.column !== "center") parts.push(plan.column);
                if (plan.row !== "middle") parts.push(plan.row);
                if (plan.isSmart) parts.push("smart");
                if (plan.enlarges && plan.mode.endsWith("fit-in")) filters.push("upscale()");
                if (!plan.enlarges && !plan.mode.endsWith("fit-in")) filters.push("no_upscale()");
                if (plan.format) filters.push(`format(${plan.format})`);
                if (plan.quality) filters.push(`quality(${plan.quality})`);
                if (filters.length) parts.push(`filters:${filters.join(":")}`);
                const path = `${parts.join("/")}/${encodeURIComponent(plan.source)}`;
                if (!key) return `unsafe/${path}`;
                const tag = await sign("SHA-1", encoder.encode(key), encoder.encode(path));
                return `${base64url(tag)}=/${path}`;
              },
            };


            """#
    }
#endif
