#if Server
    import WebImage
    import WebImageServerPage
    import WebImageURLs

    /// The page at `/`: it makes addresses by a form, and shows their pictures before and after.
    ///
    /// It loads nothing of other hosts. A key and a secret that are typed in stay in it; the secret
    /// is sent to the server alone.
    enum ServerPage {
        /// Returns the files of the page by their paths below the prefix of the server.
        static func files(_ settings: ServerSettings, _ grammar: any URLGrammar) -> [String: Answer]
        {
            guard let form = settings.answers.form else { return [:] }
            return files(settings, form, isSigned: grammar.isSigned)
        }

        /// Returns the files of the page in a language whose addresses may need a signature.
        static func files(
            _ settings: ServerSettings, _ form: AddressForm, isSigned: Bool
        ) -> [String: Answer] {
            let page = file("text/html", page(settings, form, isSigned: isSigned))
            let prefix = settings.pathPrefix
            // The script reads the constant only once the form is sent.
            let script = PageText.script + "\nconst grammar = " + form.script
            return [
                // The page's own addresses begin after the last slash of its address.
                "": prefix.isEmpty ? page : redirect(to: prefix), "/": page,
                "/page.js": file("text/javascript", script),
                "/page.css": file("text/css", PageText.style),
            ]
        }

        private static func page(
            _ settings: ServerSettings, _ form: AddressForm, isSigned: Bool
        ) -> String {
            let hasSecret = settings.secret != nil
            let isLocal = settings.sources.localRoot != nil && form.hasLocalSources
            let parts = [
                ("distant", !settings.sources.allowsLoopback), ("access", isSigned || hasSecret),
                ("key", isSigned), ("secret", hasSecret),
            ]
            let words = [
                ("NAME", form.name), ("ADDRESSES", form.addresses), ("KEY", form.keyHint),
                ("EFFECTS", form.effects), ("ORIGINAL", form.original),
                ("SOURCE", isLocal ? "local:///cat.jpg" : "https://example.com/cat.jpg"),
            ]
            let markup = parts.reduce(PageText.markup) { part($1.0, of: $0, isShown: $1.1) }
            return words.reduce(markup) { $0.replacing("%\($1.0)%", with: escaped($1.1)) }
                .replacing("%FIELDS%", with: form.fields)
        }

        /// Returns markup with or without what is between two comments of a name.
        private static func part(_ name: String, of markup: String, isShown: Bool) -> String {
            let pieces = markup.split(
                separator: "<!--\(name)-->", omittingEmptySubsequences: false)
            // Every second piece is between two comments.
            return pieces.indices.filter { isShown || $0.isMultiple(of: 2) }
                .map { pieces[$0] }.joined()
        }

        /// Returns text as HTML.
        private static func escaped(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                .replacing("\"", with: "&quot;")
        }

        private static func redirect(to prefix: String) -> Answer {
            var answer = Answer(status: 301)
            answer.fields["Location"] = "\(prefix)/"
            return answer
        }

        private static func file(_ type: String, _ text: String) -> Answer {
            var answer = Answer(status: 200, body: .text(text))
            answer.fields["Content-Type"] = "\(type); charset=utf-8"
            answer.fields["Cache-Control"] = "no-cache"
            answer.fields["Content-Security-Policy"] =
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob: data:; "
                + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            return answer
        }
    }
#endif
