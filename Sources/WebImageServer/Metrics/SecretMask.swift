#if Server
    /// The removal of queries and users from addresses in logs, escaped any number of times.
    ///
    /// It reads a text once: clients choose it.
    package struct SecretMask {
        private let bytes: [UInt8]
        private var at = 0
        private var output: [UInt8] = []
        /// The place in the output behind the slashes before a user; nil outside of them.
        private var authority: Int?
        private var slashCount = 0
        private var isBehindColon = false

        /// Returns a text of at most 1,024 bytes without the queries and users of addresses in it.
        package static func masked(_ text: String) -> String {
            var mask = SecretMask(bytes: Array(text.utf8.prefix(1_024)))
            mask.run()
            return String(decoding: mask.output, as: UTF8.self)
        }

        private init(bytes: [UInt8]) { self.bytes = bytes }

        private mutating func run() {
            while at < bytes.count {
                let (byte, end) = unescaped(at)
                switch byte {
                case UInt8(ascii: "?"):
                    output += "?…".utf8
                    while at < bytes.count, bytes[at] != UInt8(ascii: ":"), !isSpace(bytes[at]) {
                        at += 1
                    }
                    authority = nil
                    continue
                case UInt8(ascii: "@"):
                    if let start = authority { output.replaceSubrange(start..., with: "…".utf8) }
                    authority = nil
                case UInt8(ascii: "/"): slashCount += 1
                case _ where isSpace(byte): authority = nil
                default: break
                }
                output += bytes[at..<end]
                at = end
                if byte == UInt8(ascii: "/") {
                    // `http:/a:b@c` is an address for some.
                    authority = slashCount > 1 || isBehindColon ? output.count : nil
                } else {
                    slashCount = 0
                    isBehindColon = byte == UInt8(ascii: ":")
                }
            }
        }

        private func isSpace(_ byte: UInt8) -> Bool { byte <= 32 }

        /// Returns the byte at a place, and the place behind it.
        private func unescaped(_ start: Int) -> (UInt8, end: Int) {
            guard bytes[start] == UInt8(ascii: "%") else { return (bytes[start], start + 1) }
            var digits = start + 1
            while digits + 1 < bytes.count, bytes[digits] == UInt8(ascii: "2"),
                bytes[digits + 1] == UInt8(ascii: "5")
            {
                digits += 2
            }
            guard digits + 1 < bytes.count,
                let high = Character(UnicodeScalar(bytes[digits])).hexDigitValue,
                let low = Character(UnicodeScalar(bytes[digits + 1])).hexDigitValue
            else { return (bytes[start], start + 1) }
            return (UInt8(high << 4 | low), digits + 2)
        }
    }
#endif
