#if Server
    import HTTPTypes
    import Hummingbird
    import HummingbirdCore
    import NIOCore
    import WebImage
    import WebImageURLs

    /// A response before it is written.
    struct Answer: Sendable {
        enum Body: Sendable {
            case none
            case bytes(ByteBlock)
            case text(String)
            /// The chunks of another response, and their number of bytes if it is known.
            case stream(BodyStream, byteCount: Int?)
        }

        var status: Int
        var fields = HeaderFields()
        var body = Body.none
        /// The fault that was answered; nil for none.
        var fault: ServerFault?
        /// The place of the bytes in a word, such as `memory`, for logs.
        var origin = "-"
        /// The durations of the stages; nil for answers without a file.
        var timings: StageTimings?

        /// The number of bytes of the body; nil if it is not known.
        var byteCount: Int? {
            switch body {
            case .none: 0
            case .bytes(let bytes): bytes.count
            case .text(let text): text.utf8.count
            case .stream(_, let count): count
            }
        }

        /// Returns the response for Hummingbird, to HEAD without its body.
        func response(isHead: Bool) -> Response {
            var headers = HTTPFields()
            for field in fields.fields {
                guard let name = HTTPField.Name(field.name) else { continue }
                headers.append(HTTPField(name: name, value: field.value))
            }
            let status = HTTPResponse.Status(code: min(max(status, 200), 599))
            let hasNone = isHead || status.code == 304 || status.code == 204
            if isHead || status.code == 200, let byteCount {
                headers[.contentLength] = String(byteCount)
            }
            var response = Response(
                status: status, headers: headers, body: hasNone ? .init() : content)
            if status.code == 304 || status.code == 204 { response.headers[.contentLength] = nil }
            return response
        }

        /// The most bytes of a body that is written at once; other bodies pass piece by piece.
        private static let pieceByteCount = 256 << 10

        private var content: ResponseBody {
            switch body {
            case .none: return ResponseBody()
            case .text(let text): return ResponseBody(byteBuffer: ByteBuffer(string: text))
            case .bytes(let bytes) where bytes.count <= Self.pieceByteCount:
                return ResponseBody(byteBuffer: bytes.withUnsafeBytes { ByteBuffer(bytes: $0) })
            case .bytes(let bytes):
                return ResponseBody(contentLength: bytes.count) { writer in
                    for start in stride(from: 0, to: bytes.count, by: Self.pieceByteCount) {
                        let piece = bytes.withUnsafeBytes { all in
                            ByteBuffer(
                                bytes: all[start..<min(start + Self.pieceByteCount, all.count)])
                        }
                        try await writer.write(piece)
                    }
                    try await writer.finish(nil)
                }
            case .stream(let chunks, let count):
                return ResponseBody(contentLength: count) { writer in
                    for try await chunk in chunks {
                        try await writer.write(chunk.withUnsafeBytes { ByteBuffer(bytes: $0) })
                    }
                    try await writer.finish(nil)
                }
            }
        }
    }

    extension Answer {
        /// Creates an answer of text, plain unless another type is named.
        init(_ status: Int, _ text: String, type: String = "text/plain; charset=utf-8") {
            self.init(status: status, body: .text(text))
            fields["Content-Type"] = type
        }
    }

    extension HeaderFields {
        mutating func set(_ fields: [AnswerField]) {
            for field in fields { self[field.name] = field.value }
        }
    }
#endif
