import WebImageCaching
import WebImageCoding
import WebImagePixels

/// The content of an image's key: everything that changes its bytes or its pixels.
///
/// Look-ups in memory compare the parts as they are; their text is written for the disk. Of the request
/// it keeps no more than that, since caches keep keys: neither bytes nor header fields, and no loader.
final class ImageKey: KeyContent {
    fileprivate let source: SourceIdentity
    fileprivate let options: ImageOptions
    private let transforms: [any ImageTransform]
    let stages: KeyStages
    /// What the request decides by more than its source, options and transforms.
    fileprivate let names: RequestNames
    /// The identity of what writes the variant; empty if none is kept.
    private let serializer: String

    /// Raised whenever a kernel or decoder changes its output.
    private static let semanticsVersion = 6

    init(
        _ request: ImageRequest, _ source: SourceIdentity, _ stages: KeyStages,
        serializer: (any ImageSerializer)?
    ) {
        (self.source, self.stages) = (source, stages)
        options = request.options
        transforms = Self.named(request.transforms)
        self.serializer = serializer?.identity ?? ""
        names = request.isPlain ? stages.plain : RequestNames(request, stages)
    }

    var subject: String { source.subject }

    var parts: [KeyPart] {
        let transforms = transforms.map(\.spelling.spelling).joined(separator: "/")
        let parts: [KeyPart] = [
            ("pixels", options.spelling(of: .pixels)),
            ("transforms", transforms),
            ("decoder", names.decoder),
            ("codecs", stages.codecs),
            ("semantics", String(Self.semanticsVersion)),
            ("serializer", serializer),
        ]
        return DataKey(image: self).parts + parts.filter { !$0.value.isEmpty }
    }

    func isEqual(to other: any KeyContent) -> Bool {
        guard let other = other as? ImageKey, hasBytes(of: other) else { return false }
        return options.isEqual(to: other.options, .pixels)
            && transforms.elementsEqual(other.transforms, by: Self.areEqual)
            && serializer.hasBytes(of: other.serializer)
            && (stages === other.stages || stages.codecs.hasBytes(of: other.stages.codecs))
            && (names === other.names || names.decoder.hasBytes(of: other.names.decoder))
    }

    func hash(into hasher: inout Hasher) {
        hashBytes(into: &hasher)
        options.hash(.pixels, into: &hasher)
        for transform in transforms {
            if let transform = transform as? any SpelledTransform {
                transform.hash(into: &hasher)
            } else {
                hasher.combine(transform.spelling)
            }
        }
        hasher.combine(stages.codecsWord)
    }

    /// A transform whose spelling is all that is known of it.
    private struct Name: ImageTransform {
        let spelling: String

        func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
            throw TransformFailure(spelling, "expected a transform, found its name")
        }
    }

    /// Returns transforms that can be compared and hold little memory.
    private static func named(_ transforms: [any ImageTransform]) -> [any ImageTransform] {
        guard transforms.contains(where: { !($0 is any SpelledTransform) }) else {
            return transforms
        }
        return transforms.map { $0 is any SpelledTransform ? $0 : Name(spelling: $0.spelling) }
    }

    /// `true` if both have one spelling; those that text can name are compared without writing it.
    private static func areEqual(_ one: any ImageTransform, _ other: any ImageTransform) -> Bool {
        func isEqual<T: SpelledTransform>(_ one: T) -> Bool { other as? T == one }
        if let one = one as? any SpelledTransform { return isEqual(one) }
        return !(other is any SpelledTransform) && one.spelling.hasBytes(of: other.spelling)
    }

    /// `true` if both are made of the same bytes.
    fileprivate func hasBytes(of other: ImageKey) -> Bool {
        source == other.source
            && options.isEqual(to: other.options, .bytes)
            && (names === other.names || names.hasBytes(of: other.names))
    }

    fileprivate func hashBytes(into hasher: inout Hasher) {
        source.hash(into: &hasher)
        options.hash(.bytes, into: &hasher)
        names.hash(into: &hasher)
    }
}

/// The content of the key of encoded bytes: everything that changes them.
struct DataKey: KeyContent {
    /// An image that is made of the bytes.
    let image: ImageKey

    var subject: String { image.subject }

    var parts: [KeyPart] {
        let names = image.names
        let parts: [KeyPart] = [
            ("method", names.method), ("body", names.body), ("headers", names.headers),
            ("bytes", image.options.spelling(of: .bytes)),
            ("interceptors", names.interceptors.joined(separator: ",")),
            ("loader", names.loader), ("network", names.network),
        ]
        return image.source.parts + parts.filter { !$0.value.isEmpty }
    }

    func isEqual(to other: any KeyContent) -> Bool {
        (other as? DataKey).map { image.hasBytes(of: $0.image) } ?? false
    }

    func hash(into hasher: inout Hasher) { image.hashBytes(into: &hasher) }
}

/// The parts of keys that a request decides by what most requests do not set, or the pipeline.
final class RequestNames: Sendable {
    let method: String
    let body: String
    let headers: String
    /// The identities of the interceptors that change bytes, as they are spelled.
    let interceptors: [String]
    let loader: String
    let network: String
    /// The identity of the request's own decoder.
    let decoder: String
    private let isPlain: Bool

    /// The names of a plain request.
    init(
        interceptors: [any LoadInterceptor], loader: any ImageLoader, limits: PipelineLimits
    ) {
        self.interceptors = Self.changers(interceptors)
        self.loader = loader.identity ?? ""
        network = limits.load.networkPolicy?.identity ?? ""
        (method, body, headers, decoder) = ("", "", "", "")
        isPlain = true
    }

    init(_ request: ImageRequest, _ stages: KeyStages) {
        method = request.method == "GET" ? "" : request.method
        body = request.body?.digest ?? ""
        headers = Self.digest(ofSignificant: request.headers)
        interceptors = Self.changers(request.interceptors) + stages.plain.interceptors
        loader = request.loader.map { $0.identity ?? "" } ?? stages.plain.loader
        network = stages.plain.network
        decoder = request.decoder?.identity ?? ""
        isPlain = false
    }

    /// The identities of interceptors that change bytes.
    private static func changers(_ chain: [any LoadInterceptor]) -> [String] {
        chain.filter { $0.effect == .bytes }.map(\.identity.spelling)
    }

    /// A digest of all caller-set header fields that can change the response; empty for none.
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

extension RequestNames {
    /// `true` if both name the same bytes.
    func hasBytes(of other: RequestNames) -> Bool {
        method.hasBytes(of: other.method) && body == other.body && headers == other.headers
            && interceptors == other.interceptors && loader.hasBytes(of: other.loader)
            && network.hasBytes(of: other.network)
    }

    /// Hashes nothing for a plain request.
    func hash(into hasher: inout Hasher) {
        guard !isPlain else { return }
        for name in [method, body, headers] where !name.isEmpty { hasher.combine(name) }
    }
}

/// The parts of keys that are the same for all plain requests of a pipeline.
final class KeyStages: Sendable {
    let plain: RequestNames
    let codecs: String
    /// The hash of ``codecs``.
    let codecsWord: Int

    init(
        interceptors: [any LoadInterceptor], loader: any ImageLoader, limits: PipelineLimits,
        codecs: CodecList
    ) {
        plain = RequestNames(interceptors: interceptors, loader: loader, limits: limits)
        self.codecs = codecs.identity
        codecsWord = codecs.identity.hashValue
    }
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
