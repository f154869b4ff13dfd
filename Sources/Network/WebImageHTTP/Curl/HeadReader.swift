#if HTTP && os(Linux)
    import WebImageCaching
    import WebImageLoading

    /// Reads the head of a response line by line; interim responses are passed over, trailers
    /// ignored.
    struct HeadReader {
        /// The most bytes of a head without a policy.
        static let mostBytes = 256 << 10

        /// The reason that a head is refused.
        struct Refusal: Error {
            let kind: LoadFailure.Kind
            let reason: String
        }

        private let mostBytes: Int
        private var fields: [(name: String, value: String)] = []
        private var byteCount = 0
        private var interimCount = 0
        /// `true` between a status line and the end of its head.
        private var isInside = false
        /// `true` once a byte of a response has come.
        private(set) var hasBegun = false
        /// `true` once the head is whole.
        private(set) var isComplete = false

        init(mostBytes: Int) { self.mostBytes = mostBytes }

        /// Reads a line with its end; the status line of a head, which libcurl reads, is passed
        /// over.
        ///
        /// - Returns: `true` for the line that ends a head.
        mutating func read(_ line: UnsafeRawBufferPointer) throws(Refusal) -> Bool {
            hasBegun = true
            if isComplete { return false }
            defer { isInside = true }
            guard isInside else {
                guard !Self.hasLongStatus(line) else {
                    throw Refusal(
                        kind: .malformed, reason: "the response is not HTTP (status line)")
                }
                return false
            }
            // libcurl ends a head at a line that begins so, whatever follows.
            if line.first == 10 || line.first == 13 { return true }
            var bytes = line[...]
            while let last = bytes.last, last == 10 || last == 13 { bytes.removeLast() }
            guard !bytes.isEmpty else { return false }
            // An interim response is counted by its lines, too.
            byteCount += bytes.count
            guard byteCount <= mostBytes else {
                throw Refusal(
                    kind: .tooLarge, reason: "more than \(mostBytes) bytes of header fields")
            }
            if bytes[bytes.startIndex] == 32 || bytes[bytes.startIndex] == 9 {
                // A field that is folded over lines (RFC 9112, section 5.2).
                if let last = fields.indices.last { fields[last].value += " " + Self.text(bytes) }
            } else if let colon = bytes.firstIndex(of: 58), colon > bytes.startIndex {
                fields.append(
                    (Self.text(bytes[..<colon]), Self.text(bytes[bytes.index(after: colon)...])))
            }
            return false
        }

        /// Returns `true` for a status line whose number has more than three digits, of which
        /// libcurl 8 reads three.
        private static func hasLongStatus(_ line: UnsafeRawBufferPointer) -> Bool {
            let rest = line.drop { $0 != 32 }.drop { $0 == 32 }
            return rest.prefix { (48...57).contains($0) }.count > 3
        }

        /// Returns the text of bytes without blanks around it; bytes that are no UTF-8 are Latin-1.
        private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
            var bytes = bytes
            while let first = bytes.first, first == 32 || first == 9 { bytes.removeFirst() }
            while let last = bytes.last, last == 32 || last == 9 { bytes.removeLast() }
            if let text = String(validating: bytes, as: UTF8.self) { return text }
            return String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
        }

        /// Returns the fields of a head that has ended; nil for an interim response.
        mutating func finish(status: Int) throws(Refusal) -> HeaderFields? {
            guard (100...999).contains(status) else {
                throw Refusal(kind: .malformed, reason: "the response is not HTTP (status line)")
            }
            guard status >= 200 || status == 101 else {
                interimCount += 1
                guard interimCount <= LoadLimits.maxInterimResponses else {
                    throw Refusal(
                        kind: .tooLarge,
                        reason: "more than \(LoadLimits.maxInterimResponses) interim responses")
                }
                (isInside, fields) = (false, [])
                return nil
            }
            let headers = HeaderFields(fields)
            guard Set(headers.integers("Content-Length")).count < 2 else {
                throw Refusal(kind: .malformed, reason: "the response has two lengths")
            }
            isComplete = true
            return headers
        }
    }
#endif
