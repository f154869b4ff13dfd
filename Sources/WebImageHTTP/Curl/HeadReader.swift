#if HTTP && os(Linux)
    import WebImageCaching
    import WebImageLoading

    /// Reads the head of a response line by line; interim responses are passed over, trailers ignored.
    struct HeadReader {
        /// The most bytes of a head without a policy.
        static let mostBytes = 256 << 10

        /// The reason that a head is refused.
        struct Refusal: Error {
            let kind: LoadFailure.Kind
            let reason: String
        }

        var mostBytes = HeadReader.mostBytes
        private var status = 0
        private var fields: [(name: String, value: String)] = []
        private var byteCount = 0
        private var interimCount = 0
        /// `true` once a byte of a response has come.
        private(set) var hasBegun = false
        /// `true` once the head is whole.
        private(set) var isComplete = false

        init(mostBytes: Int = HeadReader.mostBytes) { self.mostBytes = mostBytes }

        /// Reads a line with its end.
        ///
        /// - Returns: The head, with the line that ends it.
        mutating func read(
            _ line: UnsafeBufferPointer<UInt8>
        ) throws(Refusal) -> (status: Int, headers: HeaderFields)? {
            hasBegun = true
            if isComplete { return nil }
            var bytes = line[...]
            while let last = bytes.last, last == 10 || last == 13 { bytes.removeLast() }
            if status == 0 {
                try readStatus(bytes)
            } else if bytes.isEmpty {
                return try finish()
            } else {
                try readField(bytes)
            }
            return nil
        }

        private mutating func readStatus(_ line: Slice<UnsafeBufferPointer<UInt8>>) throws(Refusal)
        {
            let parts = line.split(separator: 32, maxSplits: 2, omittingEmptySubsequences: true)
            let versions = ["HTTP/1.1", "HTTP/1.0", "HTTP/2"]
            guard parts.count > 1,
                versions.contains(where: { parts[0].elementsEqual($0.utf8) }),
                parts[1].count == 3, parts[1].allSatisfy({ (48...57).contains($0) }),
                let code = Int(String(decoding: parts[1], as: UTF8.self)), code >= 100
            else {
                throw Refusal(kind: .malformed, reason: "the response is not HTTP (status line)")
            }
            status = code
        }

        private mutating func readField(_ line: Slice<UnsafeBufferPointer<UInt8>>) throws(Refusal) {
            // An interim response is counted by its lines, too.
            byteCount += line.count
            guard byteCount <= mostBytes else {
                throw Refusal(
                    kind: .tooLarge,
                    reason: "more than \(mostBytes) bytes of header fields")
            }
            if line[line.startIndex] == 32 || line[line.startIndex] == 9 {
                // A field that is folded over lines (RFC 9112, section 5.2).
                if let last = fields.indices.last { fields[last].value += " " + Self.text(line) }
                return
            }
            guard let colon = line.firstIndex(of: 58), colon > line.startIndex else { return }
            let name = Self.text(line[..<colon])
            guard !name.isEmpty else { return }
            fields.append((name, Self.text(line[line.index(after: colon)...])))
        }

        /// Returns the text of bytes without blanks around it; bytes that are no UTF-8 are Latin-1.
        private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
            var bytes = bytes
            while let first = bytes.first, first == 32 || first == 9 { bytes.removeFirst() }
            while let last = bytes.last, last == 32 || last == 9 { bytes.removeLast() }
            if let text = String(validating: bytes, as: UTF8.self) { return text }
            return String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
        }

        private mutating func finish() throws(Refusal) -> (status: Int, headers: HeaderFields)? {
            guard status >= 200 || status == 101 else {
                interimCount += 1
                guard interimCount <= LoadLimits.maxInterimResponses else {
                    throw Refusal(
                        kind: .tooLarge,
                        reason: "more than \(LoadLimits.maxInterimResponses) interim responses")
                }
                (status, fields) = (0, [])
                return nil
            }
            let headers = HeaderFields(fields)
            guard Set(headers.integers("Content-Length")).count < 2 else {
                throw Refusal(kind: .malformed, reason: "the response has two lengths")
            }
            isComplete = true
            return (status, headers)
        }
    }
#endif
