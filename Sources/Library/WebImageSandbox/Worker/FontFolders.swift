#if Sandbox && os(Linux)
    import Glibc

    /// The folders that the worker that draws SVG may read: fonts, their settings and caches, and
    /// the table of media types, which gives the format of an embedded picture.
    enum FontFolders {
        private static let system = [
            "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig", "/etc/fonts",
            "/var/cache/fontconfig", "/usr/share/mime", "/usr/local/share/mime",
        ]

        private static var all: [String] {
            guard let home = getenv("HOME").map({ String(cString: $0) }), home.hasPrefix("/") else {
                return system
            }
            return system
                + [
                    ".fonts", ".local/share/fonts", ".config/fontconfig", ".cache/fontconfig",
                    ".fontconfig",
                ].map { "\(home)/\($0)" }
        }

        /// Calls `body` with a list of the folders that ends with nil.
        static func withCStrings<Result>(
            _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
        ) -> Result {
            withStrings(all, body)
        }
    }

    /// Calls `body` with a list of C strings that ends with nil.
    func withStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies.map { UnsafePointer($0) } + [nil])
    }
#endif
