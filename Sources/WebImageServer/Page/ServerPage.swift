#if Server
    import WebImage

    /// The page at `/`: it makes addresses by a form, and shows their pictures before and after.
    ///
    /// It loads nothing of other hosts, and a key that is typed in stays in it.
    enum ServerPage {
        /// Returns a file of the page; nil for a path that is none.
        ///
        /// - Parameters:
        ///   - path: The path below the prefix of the server.
        ///   - settings: The settings, whose grammar the addresses have.
        static func answer(to path: some StringProtocol, _ settings: ServerSettings) -> Answer? {
            switch path {
            case "", "/": file("text/html", page(settings))
            case "/page.js": file("text/javascript", script)
            case "/page.css": file("text/css", style)
            default: nil
            }
        }

        private static func page(_ settings: ServerSettings) -> String {
            let (grammar, keys, transforms) =
                switch settings.answers.manner {
                case .imgproxy: ("imgproxy", "key and salt, hexadecimal", "blur:3;sharpen:1")
                case .thumbor: ("thumbor", "the key as text", "blur(3);grayscale()")
                case .webImage: ("webimage", "hexadecimal", "blur(3);sharpen(1)")
                }
            let hint =
                settings.sources.allowsLoopback
                ? "" : "Sources on this machine are refused, unless the server allows them."
            let words = [
                "GRAMMAR": grammar, "KEYS": keys, "TRANSFORMS": transforms, "HINT": hint,
            ]
            return words.reduce(markup) { $0.replacing("%\($1.key)%", with: $1.value) }
        }

        private static func file(_ type: String, _ text: String) -> Answer {
            var answer = Answer(status: 200, body: .text(text))
            answer.fields["Content-Type"] = "\(type); charset=utf-8"
            answer.fields["Cache-Control"] = "no-cache"
            answer.fields["Content-Security-Policy"] =
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob:; "
                + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
            return answer
        }
    }
#endif
