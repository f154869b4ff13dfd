import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels

/// The content of an image's key: everything that changes its bytes or its pixels.
///
/// Look-ups in memory compare the parts as they are; their text is written for the disk. Of the request
/// it keeps no more than that, since caches keep keys: neither bytes nor header fields, and no loader.
final class ImageKey: KeyContent {
    fileprivate let source: SourceIdentity
    fileprivate let options: ImageOptions
    private let transforms: [any ImageTransform]
    fileprivate let stages: KeyStages
    /// The names that the request decides by more than its source, options and transforms.
    fileprivate let names: RequestNames
    /// The identity of what writes the variant; nil if none is kept.
    private let serializer: String?

    /// Raised whenever a kernel or decoder changes its output.
    private static let semanticsVersion = 6

    init(
        _ request: ImageRequest, _ source: SourceIdentity, in stages: Stages,
        serializer: (any ImageSerializer)?
    ) {
        (self.source, self.stages) = (source, stages.settings.keys)
        options = request.options.inKeys()
        transforms = Self.named(request.transforms)
        self.serializer = serializer?.identity
        names = .of(request, in: stages)
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
        ]
        return DataKey(image: self).parts + parts.filter { !$0.value.isEmpty }
            + (serializer.map { [("serializer", $0)] } ?? [])
    }

    func isEqual(to other: any KeyContent) -> Bool {
        guard let other = other as? ImageKey, hasBytes(of: other) else { return false }
        return options.isEqual(to: other.options, .pixels)
            && transforms.elementsEqual(other.transforms, by: Self.areEqual)
            && (serializer ?? "").hasBytes(of: other.serializer ?? "")
            && (serializer == nil) == (other.serializer == nil)
            && (stages === other.stages || stages.codecs.hasBytes(of: other.stages.codecs))
            && (names === other.names || names.decoder.hasBytes(of: other.names.decoder))
    }

    func hash(into hasher: inout Hasher) {
        hashBytes(into: &hasher)
        options.hash(.pixels, into: &hasher)
        hasher.combine(transforms.count)
        for transform in transforms {
            if let transform = transform as? any BuiltInTransform {
                hasher.combine(ObjectIdentifier(type(of: transform)))
                transform.hash(into: &hasher)
            } else {
                transform.spelling.hashBytes(into: &hasher)
            }
        }
        hasher.combine(stages.codecsWord)
        names.decoder.hashBytes(into: &hasher)
        serializer?.hashBytes(into: &hasher)
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
        guard transforms.contains(where: { !($0 is any BuiltInTransform) }) else {
            return transforms
        }
        return transforms.map { $0 is any BuiltInTransform ? $0 : Name(spelling: $0.spelling) }
    }

    /// `true` if both have one spelling; the library's own are compared without writing it.
    private static func areEqual(_ one: any ImageTransform, _ other: any ImageTransform) -> Bool {
        func isEqual<T: BuiltInTransform>(_ one: T) -> Bool { other as? T == one }
        if let one = one as? any BuiltInTransform { return isEqual(one) }
        return !(other is any BuiltInTransform) && one.spelling.hasBytes(of: other.spelling)
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
        hasher.combine(names.bytesWord)
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
    /// The hash of what names the bytes, the same for equal names.
    let bytesWord: Int

    /// The names of a request to a pipeline.
    ///
    /// The identities of interceptors and loaders are read for each request, since they may change;
    /// a plain request in a pipeline without interceptors takes the pipeline's own names.
    static func of(_ request: ImageRequest, in stages: Stages) -> RequestNames {
        let plain = stages.settings.keys.plain
        let loader = (request.loader ?? stages.settings.loader).identity ?? ""
        if request.isPlain, stages.settings.interceptors.isEmpty, loader.hasBytes(of: plain.loader)
        {
            return plain
        }
        return RequestNames(
            request, interceptors: request.interceptors + stages.settings.interceptors,
            loader: loader,
            network: plain.network)
    }

    /// - Parameter request: A request; nil for a plain one.
    init(
        _ request: ImageRequest?, interceptors: [any LoadInterceptor], loader: String,
        network: String
    ) {
        let method = request?.method ?? "GET"
        self.method = method == "GET" ? "" : method
        body = request?.body?.digest ?? ""
        headers = request.map { Self.digest(ofSignificant: $0.headers) } ?? ""
        self.interceptors = Self.changers(interceptors)
        self.loader = loader
        self.network = network
        decoder = request?.decoder?.identity ?? ""
        var hasher = Hasher()
        for name in [self.method, body, headers, loader, network] + self.interceptors {
            name.hashBytes(into: &hasher)
        }
        bytesWord = hasher.finalize()
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
}

/// The parts of keys that are the same for all plain requests of a pipeline.
final class KeyStages: Sendable {
    let plain: RequestNames
    let codecs: String
    /// The hash of ``codecs``.
    let codecsWord: Int

    init(loader: any ImageLoader, limits: PipelineLimits, codecs: CodecList) {
        plain = RequestNames(
            nil, interceptors: [], loader: loader.identity ?? "",
            network: limits.load.networkPolicy?.identity ?? "")
        self.codecs = codecs.identity
        codecsWord = codecs.identity.hashValue
    }
}
