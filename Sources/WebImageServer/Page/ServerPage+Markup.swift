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
            <link rel="stylesheet" href="page.css">
            <script src="page.js" defer></script>
            </head>
            <body>
            <header>
            <h1>WebImage</h1>
            <p>Make an address, see its picture, copy it. %HINT%</p>
            </header>
            <form id="form" autocomplete="off">
            <label class="wide">Picture <input id="source" type="text" inputmode="url" spellcheck="false"
             placeholder="https://example.com/cat.jpg" required></label>
            <label>Mode <select id="mode">
            <option>fit</option><option>fill</option><option>fill-down</option><option>exact</option><option>auto</option>
            </select></label>
            <label>Width <input id="width" type="number" min="0" max="16384" value="512"></label>
            <label>Height <input id="height" type="number" min="0" max="16384" value="0"></label>
            <label>Pixel ratio <select id="dpr"><option>1</option><option>1.5</option><option>2</option><option>3</option></select></label>
            <label>Position <select id="position">
            <option>center</option><option>smart</option><option>north</option><option>northeast</option><option>east</option>
            <option>southeast</option><option>south</option><option>southwest</option><option>west</option><option>northwest</option>
            </select></label>
            <label class="check"><input id="enlarge" type="checkbox"> Enlarge</label>
            <label>Format <select id="format">
            <option value="">by Accept</option><option>avif</option><option>webp</option><option>jxl</option>
            <option>jpeg</option><option>png</option><option>gif</option>
            </select></label>
            <label>Quality <input id="quality" type="number" min="1" max="100" placeholder="default"></label>
            <label class="wide">Transforms <input id="transforms" type="text" spellcheck="false"
             placeholder="%TRANSFORMS%"></label>
            <label class="wide">Key, if addresses are signed; it stays in this page
             <input id="key" type="password" spellcheck="false" placeholder="%KEYS%"></label>
            <button type="submit">Show</button>
            </form>
            <p id="error" role="alert"></p>
            <main>
            <figure><figcaption>Before <span id="before-facts"></span></figcaption><img id="before" alt="the picture before"></figure>
            <figure><figcaption>After <span id="after-facts"></span></figcaption><img id="after" alt="the picture after"></figure>
            </main>
            <section>
            <h2>Address <button type="button" data-copy="address">Copy</button></h2>
            <pre id="address"></pre>
            <h2>HTML <button type="button" data-copy="html">Copy</button></h2>
            <pre id="html"></pre>
            <h2>Timing</h2>
            <table id="timing"><tbody></tbody></table>
            </section>
            </body>
            </html>

            """#
    }
#endif
