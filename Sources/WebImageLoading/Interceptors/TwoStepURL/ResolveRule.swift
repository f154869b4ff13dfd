import WebImageCaching

extension TwoStepURL {
    /// Which URLs are those of a first step.
    public struct Rule: Sendable {
        let identity: String
        private let body: @Sendable (String) -> Bool

        /// URLs for which `matches` returns true; it is given the URL without user and fragment.
        ///
        /// It is called for every load, from any thread, and must return soon.
        public init(_ matches: @escaping @Sendable (String) -> Bool) {
            self.init(identity: ClosureName.next(), matches)
        }

        private init(identity: String, _ body: @escaping @Sendable (String) -> Bool) {
            self.identity = identity
            self.body = body
        }

        /// URLs of the same scheme, host and port whose path begins like that of `prefix`.
        ///
        /// For other schemes than http and https it is a prefix of the text.
        public static func prefix(_ prefix: String) -> Rule {
            guard let start = try? HTTPAddress(prefix) else {
                return Rule(identity: "prefix \(prefix.spelling)") { $0.hasPrefix(prefix) }
            }
            return Rule(identity: "prefix \(start.url.spelling)") { url in
                guard let address = try? HTTPAddress(url), address.origin == start.origin else {
                    return false
                }
                return address.url.utf8.starts(with: start.url.utf8)
            }
        }

        /// URLs of that host, whatever scheme and port.
        public static func host(_ host: String) -> Rule {
            let host = host.lowercased()
            return Rule(identity: "host \(host.spelling)") { url in
                (try? HTTPAddress(url))?.origin.host == host
            }
        }

        /// Whether a URL is one of a first step.
        public func matches(_ url: String) -> Bool { body(url) }
    }
}
