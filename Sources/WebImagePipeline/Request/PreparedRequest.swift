public import WebImageCaching
import WebImageCoding

/// A request whose keys are known, for callers that ask for the same image again and again.
///
/// Copies share one object, and what a hit in memory asks of the options is read once.
public struct PreparedRequest: Sendable {
    private struct Content: Sendable {
        var request: ImageRequest
        let dataKey: CacheKey
        let imageKey: CacheKey
        let sentHeaders: HeaderFields
        let hasDirectives: Bool
        let serializer: (any ImageSerializer)?
        /// The total time of the network policy.
        let policyTimeout: Duration?
    }

    /// Everything, first what a hit looks at: no more than fits a line of the processor's cache.
    private final class Shared: Sendable {
        let imageKey: CacheKey
        let control: LoadControl?
        let cachePolicy: CachePolicy
        let readsMemory: Bool
        let hasDirectives: Bool
        let content: Content

        init(_ content: Content) {
            self.content = content
            imageKey = content.imageKey
            hasDirectives = content.hasDirectives
            let request = content.request
            control = request.control
            let policy = request.options[CachePolicy.self]
            cachePolicy =
                policy == .normal && content.hasDirectives
                    && RequestDirectives(request.headers).isOnlyIfCached ? .onlyIfCached : policy
            readsMemory = request.readsMemory
        }
    }

    private var shared: Shared

    init(_ request: ImageRequest, in pipeline: ImagePipeline, identity source: SourceIdentity) {
        let loader = request.loader ?? pipeline.loader
        let serializer = request.variantSerializer(in: pipeline)
        let subject = source.subject
        let dataParts = source.parts + Self.dataParts(of: request, in: pipeline)
        let imageParts =
            dataParts + Self.pixelParts(of: request, in: pipeline)
            + (serializer.map { [("serializer", $0.identity)] } ?? [])
        shared = Shared(
            Content(
                request: request, dataKey: CacheKey(subject: subject, parts: dataParts),
                imageKey: CacheKey(subject: subject, parts: imageParts),
                sentHeaders: request.headers.adding(loader.addedHeaders(for: request.source)),
                hasDirectives: RequestDirectives.areIn(request.headers), serializer: serializer,
                policyTimeout: pipeline.limits.load.networkPolicy.flatMap { policy in
                    request.source.isRemote ? policy.totalTimeout : nil
                }))
    }

    /// The request, the pipeline's default options under its own.
    public internal(set) var request: ImageRequest {
        get { shared.content.request }
        set {
            var content = shared.content
            content.request = newValue
            shared = Shared(content)
        }
    }

    /// The options of the request, without a copy of all of it.
    var options: ImageOptions { shared.content.request.options }
    /// The total time of a caller: the option, else that of the network policy.
    var timeout: Duration? {
        let content = shared.content
        guard let timeout = content.policyTimeout, !content.request.options.sets(TotalTimeout.self)
        else { return content.request.options[TotalTimeout.self] }
        return timeout
    }
    /// What steers the request.
    var control: LoadControl? { shared.control }
    /// Names the encoded bytes.
    public var dataKey: CacheKey { shared.content.dataKey }
    /// Names the image made of them.
    public var imageKey: CacheKey { shared.imageKey }
    /// The fields that would be sent, without those of interceptors.
    var sentHeaders: HeaderFields { shared.content.sentHeaders }
    /// Whether these fields say anything to caches.
    var hasDirectives: Bool { shared.hasDirectives }
    /// What writes and names the variant; nil where none is kept.
    var serializer: (any ImageSerializer)? { shared.content.serializer }
    /// Which caches may answer: the option, or what the field `Cache-Control` says.
    var cachePolicy: CachePolicy { shared.cachePolicy }
    /// Whether an image in memory may answer.
    var readsMemory: Bool { shared.readsMemory }
    /// Whether who asks gave up, by its task or by its control.
    var isCancelled: Bool {
        Task.isCancelled || shared.control?.isCancelled == true
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
    private static let pixelSemanticsVersion = 6

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
