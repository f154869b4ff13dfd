#if Server
    import WebImage
    import WebImageURLs

    /// The part of a server that answers a request.
    enum Route: Sendable {
        /// An answer that needs no picture.
        case fixed(Answer)
        /// A picture; the target without the server's prefix.
        case picture(String)

        /// Finds the part by method and path.
        init(_ call: ServerCall) throws(ServerFault) {
            let settings = call.settings
            if let answer = try Self.ofWholeServer(call) {
                self = .fixed(answer)
                return
            }
            guard call.target.utf8.starts(with: settings.pathPrefix.utf8) else {
                throw ServerFault(.route, "the path is outside of the server's")
            }
            let bytes = call.target.utf8.dropFirst(settings.pathPrefix.utf8.count)
            let target = String(Substring(bytes))
            let path = Substring(bytes.prefix { $0 != UInt8(ascii: "?") })
            if call.method == "OPTIONS" {
                self = .fixed(Self.options)
                return
            }
            guard call.method == "GET" || call.method == "HEAD" else {
                throw ServerFault(.method, "the method \(call.method.prefix(32))")
            }
            switch path {
            case _ where settings.isHealthPath(path):
                self = .fixed(Self.plain(200, settings.answers.health))
            case "/ready":
                let isEnding = call.core.isEnding
                self = .fixed(Self.plain(isEnding ? 503 : 200, isEnding ? "ending" : "ready"))
            case "", "/", "/page.js", "/page.css":
                guard let page = call.core.pages[String(path)] else {
                    throw ServerFault(.route, "there is no page")
                }
                self = .fixed(page)
            case _ where path.hasPrefix("/.well-known/"): throw ServerFault(.route, "no such path")
            default:
                guard call.core.admits(call.fields.values("Authorization")) else {
                    throw ServerFault(.secret, "the secret is missing or wrong")
                }
                self = .picture(target)
            }
        }

        /// Returns the answer to a request of HTTP itself, or for a path that crawlers and browsers
        /// ask every host for, before the prefix or after it; nil for others.
        private static func ofWholeServer(_ call: ServerCall) throws(ServerFault) -> Answer? {
            if call.target.utf8.first != UInt8(ascii: "/") {
                if call.target == "*" { return options }
                guard let malformed = MalformedRequest(rawValue: call.target) else { return nil }
                call.record.told = "malformed"
                throw ServerFault(.malformed, malformed.reason)
            }
            guard call.method == "GET" || call.method == "HEAD" else { return nil }
            let path = call.target.utf8.prefix { $0 != UInt8(ascii: "?") }
            let isAsked = { (name: String) in
                guard path.suffix(name.utf8.count).elementsEqual(name.utf8) else { return false }
                let head = path.dropLast(name.utf8.count)
                return head.isEmpty || head.elementsEqual(call.settings.pathPrefix.utf8)
            }
            let control = "max-age=86400"
            if isAsked("/robots.txt") {
                return plain(200, "User-agent: *\nDisallow: /\n", cacheControl: control)
            }
            guard isAsked("/favicon.ico") else { return nil }
            return Answer(status: 204, fields: ["Cache-Control": control])
        }

        /// Returns `true` for a path of the server itself, which names no picture.
        static func isOwn(_ path: Substring, _ settings: ServerSettings) -> Bool {
            guard path.utf8.starts(with: settings.pathPrefix.utf8) else { return false }
            let own = String(Substring(path.utf8.dropFirst(settings.pathPrefix.utf8.count)))
            return ownPaths.contains(own) || settings.isHealthPath(own[...])
        }

        private static let ownPaths: Set = [
            "", "/", "/favicon.ico", "/page.css", "/page.js", "/ready", "/robots.txt",
        ]

        private static let options = Answer(status: 200, fields: ["Allow": "GET, HEAD, OPTIONS"])

        private static func plain(
            _ status: Int, _ text: String, cacheControl: String = "no-cache"
        ) -> Answer {
            var answer = Answer(status, text)
            answer.fields["Cache-Control"] = cacheControl
            return answer
        }
    }

    extension ServerSettings {
        /// Returns `true` for a path at which the server says that it works.
        fileprivate func isHealthPath(_ path: Substring) -> Bool {
            path == healthPath.map { $0[...] } || answers.healthPaths.contains { path == $0 }
        }
    }
#endif
