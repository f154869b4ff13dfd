#if Server
    import FoundationEssentials
    import WebImage
    import WebImageURLs

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// The names of requests in logs and responses.
    enum RequestName {
        /// Returns the name that a client gave, if it is a word of at most 128 letters, digits, `-`
        /// and `_`; else a new one.
        static func name(_ given: String?) -> String {
            let isWord = { (byte: UInt8) in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    || byte == 45 || byte == 95
            }
            if let given, (1...128).contains(given.utf8.count), given.utf8.allSatisfy(isWord) {
                return given
            }
            return String(UInt64.random(in: .min ... .max), radix: 36)
                + String(UInt64.random(in: .min ... .max), radix: 36)
        }
    }

    /// A line of JSON for each request, on standard error.
    ///
    /// It has what was read of the address, so that no secret of one is in logs, and no header
    /// field.
    enum RequestLog {
        /// Writes the line of a request that has ended.
        static func write(
            _ request: (id: String, method: String, time: Date), _ path: String,
            _ answer: Answer, byteCount: Int?, _ duration: Duration, isCut: Bool
        ) {
            var members = [
                ("time", JSONText.number(request.time.timeIntervalSince1970)),
                ("level", JSONText.string(answer.status >= 500 ? "error" : "info")),
                ("id", JSONText.string(request.id)),
                ("method", JSONText.string(String(request.method.prefix(32)))),
                ("path", JSONText.string(path)), ("status", String(answer.status)),
                ("ms", JSONText.number(duration / .milliseconds(1))),
                ("from", JSONText.string(answer.origin)),
            ]
            if let byteCount { members.append(("bytes", String(byteCount))) }
            if isCut { members.append(("cut", "true")) }
            if let fault = answer.fault { members.append(("reason", JSONText.string(fault.told))) }
            writeLine(JSONText.object(members))
        }

        /// Returns the text for a target in logs and spans: a path of the server itself without
        /// query, the plan of a picture, or of a target that was not read its digest.
        static func path(of target: String, told: String?, _ settings: ServerSettings) -> String {
            if let told { return told }
            let path = Substring(target.utf8.prefix { $0 != UInt8(ascii: "?") })
            return Route.isOwn(path, settings) ? String(path) : TextDigest.text(of: target)
        }

        /// Writes a message of the server itself.
        static func tell(_ message: String, level: String = "info") {
            let members = [("level", level), ("message", message)]
            writeLine(JSONText.object(members.map { ($0.0, JSONText.string($0.1)) }))
        }
    }

    /// Writes a whole line at once; a reader that has gone or stalls costs no request, but the
    /// line.
    private func writeLine(_ text: String) {
        var state = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
        guard poll(&state, 1, 0) == 1 else { return }
        var line = text + "\n"
        line.withUTF8 { bytes in _ = write(2, bytes.baseAddress, bytes.count) }
    }
#endif
