#if Server
    extension ServerPage {
        /// The page; words between percent signs are filled in.
        static let markup = #"""
            <!doctype html>
            <html lang="en" data-grammar="%GRAMMAR%">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>WebImage</title>
            <link rel="icon" href="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><rect width='24' height='24' rx='6' fill='%231f6feb'/><path d='M4 18 9 10l4 5 3-4 4 7z' fill='white'/><circle cx='16' cy='7' r='2' fill='white'/></svg>">
            <link rel="stylesheet" href="page.css">
            <script src="page.js" defer></script>
            </head>
            <body>
            <header>
            <svg viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6"/><path d="M4 18 9 10l4 5 3-4 4 7z"/><circle cx="16" cy="7" r="2"/></svg>
            <h1>WebImage</h1>
            <p>Makes <strong>%ADDRESSES%</strong>, and shows their pictures</p>
            </header>
            <div class="columns">
            <form id="form" autocomplete="off">
            <fieldset><legend>Picture</legend>
            <label class="wide">Address of the source
            <input id="source" type="text" inputmode="url" spellcheck="false" placeholder="%SOURCE%" required>%HINT%</label>
            </fieldset>
            <fieldset><legend>Size</legend>
            %SIZING%
            <label class="check"><input id="enlarge" type="checkbox"> Enlarge</label>
            </fieldset>
            <fieldset><legend>File</legend>
            <label>Format <select id="format">
            <option value="">by Accept</option><option>avif</option><option>webp</option><option>jxl</option>
            <option>jpeg</option><option>png</option><option>gif</option>
            </select></label>
            <label>Quality <input id="quality" type="number" min="1" max="100" placeholder="default"></label>
            <label class="wide">Effects, between semicolons
            <input id="effects" type="text" spellcheck="false" placeholder="%EFFECTS%"></label>
            </fieldset>
            %ACCESS%<button type="submit">Show</button>
            </form>
            <main id="results">
            <p id="error" role="alert"></p>
            <div class="saving" role="status">
            <p id="saving">Choose a picture, then Show.</p>
            <div class="track"><div id="share"></div></div>
            </div>
            <div class="pair">
            <figure>
            <figcaption><b>Before</b> <span>%ORIGINAL%</span></figcaption>
            <div class="frame"><img id="before" alt="the picture before"><p id="before-blank">No picture yet</p></div>
            <dl><div><dt>Bytes</dt><dd id="before-bytes">–</dd></div><div><dt>Pixels</dt><dd id="before-pixels">–</dd></div>
            <div><dt>Type</dt><dd id="before-type">–</dd></div><div><dt>Time</dt><dd id="before-time">–</dd></div></dl>
            </figure>
            <figure>
            <figcaption><b>After</b> <span>what the address gives</span></figcaption>
            <div class="frame"><img id="after" alt="the picture after"><p id="after-blank">No picture yet</p></div>
            <dl><div><dt>Bytes</dt><dd id="after-bytes">–</dd></div><div><dt>Pixels</dt><dd id="after-pixels">–</dd></div>
            <div><dt>Type</dt><dd id="after-type">–</dd></div><div><dt>Time</dt><dd id="after-time">–</dd></div></dl>
            </figure>
            </div>
            <section>
            <h2>Address</h2><button type="button" data-copy="address" aria-live="polite" disabled>Copy address</button>
            <pre id="address">–</pre>%NOTE%
            </section>
            <section>
            <h2>HTML</h2><button type="button" data-copy="html" aria-live="polite" disabled>Copy HTML</button>
            <pre id="html">–</pre>
            </section>
            <section>
            <h2>Where the time went</h2>
            <table id="timing"><tbody></tbody></table>
            </section>
            </main>
            </div>
            </body>
            </html>

            """#
    }
#endif
