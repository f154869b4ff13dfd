import WebImageCaching
import WebImageCoding

/// A loader of bytes in the request: `data:` URLs (RFC 2397) and ``ImageSource/data(_:)``.
package struct DataURLLoader: ImageLoader {
    package var identity: String? { nil }

    package init() {}

    package func load(_ request: LoadRequest) async throws -> LoadedBody {
        switch request.source {
        case .data(let block):
            try Self.check(block.count, request.limits)
            return LoadedBody(of: block, url: "data:", headers: [:])
        case .url(let text):
            return try Self.body(of: text, request.limits)
        case .file:
            throw LoadFailure(.refusedRequest, "this loader loads data, not files")
        }
    }

    private static func body(
        of text: String, _ limits: LoadLimits
    ) throws(LoadFailure) -> LoadedBody {
        guard let (scheme, rest) = HTTPAddress.splitScheme(text), scheme == "data" else {
            throw LoadFailure(.refusedRequest, "a data URL must begin with 'data:'")
        }
        guard let comma = rest.utf8.firstIndex(of: 44) else {
            throw LoadFailure(.refusedRequest, "the data URL has no comma before its data")
        }
        let (mediaType, isBase64) = Self.mediaType(rest[..<comma])
        let data = rest[comma...].utf8.dropFirst().prefix { $0 != 35 }
        // Checked before decoding: an escape has at most three characters for a byte.
        try check(isBase64 ? data.count / 4 : data.count / 3, limits)

        var bytes = PercentCoding.decode(data)
        if isBase64 {
            guard let decoded = Base64.decode(bytes) else {
                throw LoadFailure(.refusedRequest, "the data URL is not valid base64")
            }
            bytes = decoded
        }
        try check(bytes.count, limits)
        return LoadedBody(
            of: ByteBlock(copying: bytes), url: "data:\(mediaType)",
            headers: ["Content-Type": mediaType])
    }

    /// Splits off `;base64` at the end of a media type, in any case and with spaces around.
    private static func mediaType(_ text: Substring) -> (String, isBase64: Bool) {
        var parameters = text.split(separator: ";", omittingEmptySubsequences: false)
            .map { $0.trimmingSpaces }
        let isBase64 = parameters.count > 1 && parameters.last?.equalsIgnoringCase("base64") == true
        if isBase64 { parameters.removeLast() }
        if parameters.first?.contains("/") != true {
            // The default of RFC 2397, section 2.
            parameters = ["text/plain"] + parameters.dropFirst()
        }
        return (parameters.joined(separator: ";"), isBase64)
    }

    private static func check(_ count: Int, _ limits: LoadLimits) throws(LoadFailure) {
        guard count > limits.maxBodyBytes else { return }
        throw LoadFailure(
            .tooLarge,
            "the data has \(count) bytes or more, the limit is \(limits.maxBodyBytes)"
        )
    }
}

extension LoadedBody {
    init(of block: ByteBlock, url: String, headers: HeaderFields) {
        self.init(
            head: ResponseHead(url: url, headers: headers), origin: .file,
            expectedByteCount: block.count, chunks: BodyStream(block.count > 0 ? [block] : []))
    }
}
