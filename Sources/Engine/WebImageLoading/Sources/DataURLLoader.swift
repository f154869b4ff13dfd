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
        guard let url = DataURL(afterScheme: rest) else {
            throw LoadFailure(.refusedRequest, "the data URL has no comma before its data")
        }
        // Checked before decoding: an escape has at most three characters for a byte.
        try check(url.data.utf8.count / (url.isBase64 ? 4 : 3), limits)
        guard let bytes = url.bytes() else {
            throw LoadFailure(.refusedRequest, "the data URL is not valid base64")
        }
        try check(bytes.count, limits)
        let hasType = url.mediaType[0].contains("/")
        // The default of RFC 2397, section 2.
        let type = [hasType ? url.mediaType[0] : "text/plain"] + url.mediaType.dropFirst()
        let mediaType = type.joined(separator: ";")
        return LoadedBody(
            of: ByteBlock(copying: bytes), url: "data:\(mediaType)",
            headers: ["Content-Type": mediaType])
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
