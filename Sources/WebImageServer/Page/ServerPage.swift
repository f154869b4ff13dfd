#if Server
    import WebImage
    import WebImageURLs

    /// The page at `/`: it makes addresses by a form, and shows their pictures before and after.
    ///
    /// It loads nothing of other hosts. A key and a secret that are typed in stay in it; the secret is sent
    /// to the server alone.
    enum ServerPage {
        /// Returns the files of the page by their paths below the prefix of the server.
        ///
        /// - Parameters:
        ///   - settings: The server's settings, whose rules name the grammar.
        ///   - grammar: The grammar, which may ask for signatures.
        static func files(_ settings: ServerSettings, _ grammar: any URLGrammar) -> [String: Answer]
        {
            let page = file("text/html", page(settings, grammar))
            let prefix = settings.pathPrefix
            return [
                // The page's own addresses begin behind the last slash of its address.
                "": prefix.isEmpty ? page : redirect(to: prefix), "/": page,
                "/page.js": file("text/javascript", addresses + script),
                "/page.css": file("text/css", style),
            ]
        }

        private static func page(_ settings: ServerSettings, _ grammar: any URLGrammar) -> String {
            let form = Form(settings.answers.manner)
            let hint =
                settings.sources.allowsLoopback
                ? "" : " <small>Addresses of the server’s own machine are refused.</small>"
            let isLocal = settings.sources.localRoot != nil && form.hasLocalSources
            let access =
                (isSigned(grammar) ? form.key : "") + (settings.secret == nil ? "" : secret)
            let words = [
                "GRAMMAR": form.name, "ADDRESSES": form.addresses, "SIZING": form.sizing,
                "EFFECTS": form.effects, "ORIGINAL": form.original, "HINT": hint,
                "SOURCE": isLocal ? "local:///cat.jpg" : "https://example.com/cat.jpg",
                "ACCESS": access.isEmpty ? "" : accessHead + access + "</fieldset>\n",
                "NOTE": settings.secret == nil ? "" : secretNote,
            ]
            return words.reduce(markup) { $0.replacing("%\($1.key)%", with: $1.value) }
        }

        /// Returns `true` if addresses of a grammar may need a signature; one that is unknown may.
        private static func isSigned(_ grammar: any URLGrammar) -> Bool {
            switch grammar {
            case let grammar as WebImageGrammar: !grammar.keys.isEmpty
            case let grammar as ImgproxyGrammar: !grammar.keys.isEmpty
            case let grammar as ThumborGrammar: !grammar.key.isEmpty
            default: true
            }
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
