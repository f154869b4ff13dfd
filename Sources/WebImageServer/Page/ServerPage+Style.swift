#if Server
    extension ServerPage {
        /// The style sheet.
        static let style = #"""
            :root { color-scheme: light dark; font: 16px/1.45 system-ui, sans-serif; }
            body { max-width: 72rem; margin: 0 auto; padding: 1rem; }
            header { display: flex; align-items: baseline; gap: 1rem; flex-wrap: wrap; }
            h1 { margin: 0; font-size: 1.5rem; }
            h2 { font-size: 1rem; margin: 1rem 0 .25rem; }
            form { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: .6rem; align-items: end; }
            label { display: grid; gap: .2rem; font-size: .85rem; }
            .wide { grid-column: 1 / -1; }
            .check { display: flex; align-items: center; gap: .4rem; }
            input, select, button { font: inherit; padding: .35rem .5rem; }
            button { cursor: pointer; }
            main { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: 1rem; margin-top: 1rem; }
            figure { margin: 0; min-width: 0; }
            figcaption { font-weight: 600; margin-bottom: .3rem; }
            figcaption span { font-weight: 400; opacity: .75; }
            img { max-width: 100%; max-height: 70vh; border: 1px solid #8886; }
            img:not([src]) { visibility: hidden; }
            pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #8882; padding: .5rem; margin: 0; min-height: 1.45em; }
            #error { color: #c22; min-height: 1.45em; margin: .5rem 0 0; }
            td { padding: 0 1rem 0 0; }

            """#
    }
#endif
