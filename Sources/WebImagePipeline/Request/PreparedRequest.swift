import WebImageCoding

/// A request whose keys are known, for callers that ask for the same image again and again.
public struct PreparedRequest: Sendable {
    /// The request, the pipeline's default options under its own.
    public internal(set) var request: ImageRequest
    /// Names the encoded bytes.
    public let dataKey: CacheKey
    /// Names the image made of them.
    public let imageKey: CacheKey
    /// The fields that would be sent, without those of interceptors.
    let sentHeaders: HeaderFields
    /// Whether these fields say anything to caches.
    let hasDirectives: Bool
    /// What writes and names the variant; nil where none is kept.
    let serializer: (any ImageSerializer)?

    init(_ request: ImageRequest, in pipeline: ImagePipeline, identity source: SourceIdentity) {
        self.request = request
        let loader = request.loader ?? pipeline.loader
        sentHeaders = request.headers.adding(loader.addedHeaders(for: request.source))
        hasDirectives = RequestDirectives.areIn(request.headers)
        let serializer = request.variantSerializer(in: pipeline)
        self.serializer = serializer
        let subject = source.subject
        let dataParts = source.parts + Self.dataParts(of: request, in: pipeline)
        dataKey = CacheKey(subject: subject, parts: dataParts)
        imageKey = CacheKey(
            subject: subject,
            parts: dataParts + Self.pixelParts(of: request, in: pipeline)
                + (serializer.map { [("serializer", $0.identity)] } ?? []))
    }

    /// Which caches may answer: the option, or what the field `Cache-Control` says.
    var cachePolicy: CachePolicy {
        let policy = request.options[CachePolicy.self]
        guard policy == .normal, hasDirectives else { return policy }
        return RequestDirectives(request.headers).isOnlyIfCached ? .onlyIfCached : .normal
    }

    /// Everything besides the source that changes the bytes; what is not set adds nothing.
    private static func dataParts(
        of request: ImageRequest, in pipeline: ImagePipeline
    ) -> [KeyPart] {
        let chain = request.interceptors + pipeline.interceptors
        let changers = chain.filter { $0.effect == .bytes }.map(\.identity.spelling)
        let parts: [KeyPart] = [
            ("method", request.method == "GET" ? "" : request.method),
            ("body", request.body?.digest ?? ""),
            ("headers", digest(ofSignificant: request.headers)),
            ("bytes", request.options.spelling(of: .bytes)),
            ("interceptors", changers.joined(separator: ",")),
            ("loader", (request.loader ?? pipeline.loader).identity ?? ""),
            ("network", pipeline.limits.load.networkPolicy?.identity ?? ""),
        ]
        return parts.filter { !$0.value.isEmpty }
    }

    /// Everything that makes other pixels of the same bytes.
    private static func pixelParts(
        of request: ImageRequest, in pipeline: ImagePipeline
    ) -> [KeyPart] {
        let transforms = request.transforms.map(\.spelling.spelling).joined(separator: "/")
        let parts: [KeyPart] = [
            ("pixels", request.options.spelling(of: .pixels)),
            ("transforms", transforms),
            ("decoder", request.decoder?.identity ?? ""),
            ("codecs", pipeline.codecs.identity),
            ("semantics", String(pixelSemanticsVersion)),
        ]
        return parts.filter { !$0.value.isEmpty }
    }

    /// Raised whenever a kernel or decoder changes its output.
    private static let pixelSemanticsVersion = 3

    /// A digest of all caller-set header fields that can change the answer.
    private static func digest(ofSignificant headers: HeaderFields) -> String {
        let significant = headers.fields.filter { !neutralHeaders.contains($0.name.asciiLowered) }
        guard !significant.isEmpty else { return "" }
        let lines = significant.map { field in
            let name = field.name.asciiLowered
            return "\(name.utf8.count):\(name)\(field.value.utf8.count):\(field.value)"
        }
        return SHA256.hexDigest(of: lines.sorted().joined().utf8)
    }

    /// Header fields that say how to deliver, not what.
    private static let neutralHeaders: Set<String> = [
        "user-agent", "cache-control", "pragma", "connection", "priority", "traceparent",
        "tracestate", "baggage", "x-request-id",
    ]
}

/// A named part of a key.
typealias KeyPart = (name: String, value: String)

extension ByteBlock {
    /// Hexadecimal SHA-256 of the bytes.
    var digest: String {
        // Safe because the bytes are only read during the call.
        unsafe withUnsafeBytes { unsafe SHA256.hexDigest(of: $0) }
    }
}

extension String {
    /// The text with ASCII capitals made small.
    var asciiLowered: String { String(decoding: utf8.map(\.lowered), as: UTF8.self) }
}
