#if Server
    extension ServerPage {
        /// The style sheet, light and dark.
        static let style = #"""
            :root {
              color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif;
              --ground: #f4f6f8; --card: #fff; --field: #fff; --line: #d5dae1; --edge: #7c8796; --text: #17202b; --soft: #566171;
              --accent: #0b5cd5; --on-accent: #fff; --good: #1a7f46; --bad: #b3261e; --check: #e9ecf0;
            }
            @media (prefers-color-scheme: dark) {
              :root {
                --ground: #0f1319; --card: #171d25; --field: #10151c; --line: #2c3541; --edge: #6b7787; --text: #e5e9ef;
                --soft: #9ba7b6; --accent: #6cabff; --on-accent: #06203f; --good: #58c98a; --bad: #ff8d84; --check: #212934;
              }
            }
            * { box-sizing: border-box; }
            body { margin: 0; background: var(--ground); color: var(--text); }
            header, .columns { max-width: 82rem; margin: 0 auto; padding: 0 1.25rem; }
            header { display: flex; align-items: center; gap: .75rem; flex-wrap: wrap; padding-top: 1.1rem; padding-bottom: 1.1rem; }
            header svg { width: 2rem; height: 2rem; fill: var(--on-accent); }
            header svg rect { fill: var(--accent); }
            h1 { margin: 0; font-size: 1.35rem; letter-spacing: -.01em; }
            header p { margin: 0; color: var(--soft); }
            .columns { display: grid; gap: 1.25rem; padding-bottom: 2rem; }
            form, figure, section, .saving { background: var(--card); border: 1px solid var(--line); border-radius: 10px; }

            form { padding: 1.1rem; display: grid; gap: 1.1rem; align-content: start; }
            fieldset { border: 0; margin: 0; padding: 0; min-width: 0; display: grid; grid-template-columns: 1fr 1fr; gap: .7rem; }
            legend { padding: 0; margin-bottom: .45rem; font-weight: 650; }
            label { display: grid; gap: .2rem; align-content: end; font-size: .85rem; color: var(--soft); min-width: 0; }
            .wide { grid-column: 1 / -1; }
            small { font-size: .8rem; }
            .check { display: flex; align-items: center; gap: .5rem; min-height: 2.3rem; align-self: end; color: var(--text); }
            input, select, button { font: inherit; color: var(--text); border-radius: 6px; }
            input:not([type=checkbox]), select {
              width: 100%; min-width: 0; height: 2.3rem; padding: 0 .55rem; font-size: .93rem;
              background: var(--field); border: 1px solid var(--edge);
            }
            input::placeholder { color: var(--soft); opacity: .85; }
            input[type=checkbox] { width: 1.05rem; height: 1.05rem; margin: 0; accent-color: var(--accent); }
            :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
            button { cursor: pointer; font-weight: 600; border: 1px solid var(--edge); background: var(--card); padding: .3rem .8rem; }
            button:disabled { cursor: default; opacity: .5; }
            form button { height: 2.6rem; background: var(--accent); color: var(--on-accent); border-color: var(--accent); }

            main { display: grid; gap: 1.25rem; min-width: 0; align-content: start; }
            main[aria-busy] .frame img { opacity: .45; }
            #error { margin: 0; padding: .7rem 1rem; border: 1px solid var(--bad); border-radius: 10px; color: var(--bad); }
            #error:empty { display: none; }
            .saving { padding: .8rem 1.1rem 1rem; }
            #saving { margin: 0 0 .5rem; font-size: 1.1rem; font-weight: 650; }
            .track { height: .5rem; border-radius: 4px; background: var(--check); overflow: hidden; }
            #share { height: 100%; width: 0; border-radius: 4px; background: var(--good); transition: width .3s; }
            #share.more { background: var(--bad); }
            .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: 1.25rem; }
            figure { margin: 0; min-width: 0; overflow: hidden; display: grid; grid-template-rows: auto auto 1fr; }
            figcaption { padding: .65rem 1rem; color: var(--soft); font-size: .85rem; }
            figcaption b { font-size: 1rem; color: var(--text); margin-right: .35rem; }
            .frame { height: min(22rem, 70vw); display: grid; place-items: center; overflow: hidden; background: var(--ground); }
            .frame img {
              grid-area: 1 / 1; max-width: 100%; max-height: min(22rem, 70vw); object-fit: contain;
              background: repeating-conic-gradient(var(--check) 0 25%, var(--card) 0 50%) 0 0 / 20px 20px;
            }
            .frame img:not([src]) { display: none; }
            .frame p { grid-area: 1 / 1; margin: 0; padding: .15rem .7rem; background: var(--card); border-radius: 6px; color: var(--soft); }
            .frame p:empty { display: none; }
            dl { margin: 0; padding: .7rem 1rem; display: grid; grid-template-columns: auto 1fr; gap: .35rem 1.2rem; }
            dt { color: var(--soft); font-size: .8rem; }
            dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }

            section { padding: .8rem 1.1rem 1rem; display: grid; grid-template-columns: 1fr auto; gap: .5rem; align-items: center; min-width: 0; }
            section > :not(h2, button) { grid-column: 1 / -1; }
            h2 { margin: 0; font-size: 1rem; }
            pre {
              margin: 0; padding: .65rem .8rem; font: .85rem/1.5 ui-monospace, monospace; white-space: pre-wrap; word-break: break-all;
              background: var(--ground); border-radius: 6px;
            }
            .note { margin: 0; color: var(--soft); font-size: .9rem; }
            table { border-collapse: collapse; width: 100%; font-size: .9rem; }
            td { padding: .2rem 0; vertical-align: top; overflow-wrap: anywhere; }
            td:first-child { width: 8rem; color: var(--soft); }
            td:nth-child(2):not([colspan]) { width: 6rem; font-variant-numeric: tabular-nums; text-align: right; padding-right: 1rem; }
            td div { height: .7rem; margin-top: .35rem; min-width: 2px; border-radius: 3px; background: var(--accent); }
            tr.total div { background: var(--edge); }
            @media (min-width: 60rem) {
              .columns { grid-template-columns: 20rem minmax(0, 1fr); align-items: start; }
              form { position: sticky; top: 1.25rem; max-height: calc(100vh - 2.5rem); overflow: auto; }
            }
            @media (prefers-reduced-motion: reduce) { #share { transition: none; } }

            """#
    }
#endif
