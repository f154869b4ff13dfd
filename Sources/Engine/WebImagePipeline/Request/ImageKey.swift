import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels

/// The content of an image's key: everything that changes its bytes or its pixels.
///
/// Look-ups in memory compare texts; all of them together are written for the disk. Of the request
/// it keeps no more than that, since caches keep keys: neither bytes nor header fields, and no
/// loader.
final class ImageKey: KeyContent {
    fileprivate let source: SourceIdentity
    /// The spelling of the options that change bytes.
    fileprivate let bytes: String
    /// The spelling of the options that change pixels.
    private let pixels: String
    /// The spellings of the transforms, with the names of their inputs.
    private let transforms: [String]
    /// The names that the pipeline decides, and the request by more than its source, options and
    /// transforms.
    let names: RequestNames
    /// The bytes of the identity of what writes the variant; nil if none is kept.
    private let serializer: [UInt8]?
    let product: Product

    /// Raised whenever a kernel or decoder changes its output.
    private static let semanticsVersion = 13

    // Borrowed, since to copy a request takes as long as to hash it.
    init(
        _ request: borrowing ImageRequest, _ source: SourceIdentity, _ inputs: [TransformInput],
        as product: Product, in stages: Stages
    ) {
        (self.source, self.product) = (source, product)
        let spellings = request.options.spellings
        // By a statement a file is encoded whose bytes would be copied without.
        let isStated = product.isFile && request.options.statesSRGB
        bytes = spellings.bytes
        // To append nothing would be a copy.
        pixels = isStated ? spellings.pixels + ";srgb" : spellings.pixels
        transforms =
            request.transforms.isEmpty ? [] : Self.names(of: request.transforms, inputs)
        let writer = product.isFile ? nil : request.variantSerializer(in: stages)
        serializer = (writer?.identity).map { Array($0.utf8) }
        names = .of(request, in: stages)
    }

    /// Returns the name of the image that other options make of the same request.
    func name(with options: ImageOptions) -> CacheKey {
        CacheKey(ImageKey(self, options.spellings, names))
    }

    /// Returns the key with other names that the pipeline decides.
    func with(_ names: RequestNames) -> ImageKey { ImageKey(self, (bytes, pixels), names) }

    private init(
        _ key: ImageKey, _ spellings: (bytes: String, pixels: String), _ names: RequestNames
    ) {
        (bytes, pixels) = spellings
        (source, serializer, transforms) = (key.source, key.serializer, key.transforms)
        product = key.product
        self.names = names
    }

    var subject: String { source.subject }

    var parts: [KeyPart] {
        let parts: [KeyPart] = [
            ("pixels", pixels),
            ("transforms", transforms.map(\.spelling).joined(separator: "/")),
            ("decoder", names.decoder),
            ("codecs", names.codecs),
            ("semantics", String(Self.semanticsVersion)),
        ]
        return DataKey(image: self).parts + parts.filter { !$0.value.isEmpty }
            + (serializer.map { [("serializer", String(decoding: $0, as: UTF8.self))] } ?? [])
            + product.keyParts(writtenBy: names.encoders)
    }

    func isEqual(to other: any KeyContent) -> Bool {
        (other as? ImageKey).map { isEqual(to: $0) } ?? false
    }

    private func isEqual(to other: ImageKey) -> Bool {
        source == other.source && bytes.hasBytes(of: other.bytes)
            && pixels.hasBytes(of: other.pixels)
            && transforms.elementsEqual(other.transforms) { $0.hasBytes(of: $1) }
            && serializer == other.serializer && product == other.product
            && (!product.isFile || names.encoders.hasBytes(of: other.names.encoders))
            && (names === other.names
                || names.hasBytes(of: other.names) && names.hasPixels(of: other.names))
    }

    func hash(into hasher: inout Hasher) {
        source.hash(into: &hasher)
        pixels.hashBytes(into: &hasher)
        for transform in transforms { transform.hashBytes(into: &hasher) }
        hasher.combine(names.imageWord)
        serializer?.hash(into: &hasher)
        product.hash(into: &hasher)
    }

    private static func names(
        of transforms: [any ImageTransform], _ inputs: [TransformInput]
    ) -> [String] {
        guard !inputs.isEmpty else { return transforms.map(\.spelling) }
        var left = inputs[...]
        return transforms.map { transform in
            let own = left.prefix(transform.inputs.count).map(\.request.imageKey.digest)
            left = left.dropFirst(own.count)
            if own.isEmpty { return transform.spelling }
            let bare = (transform as? any DiscreetTransform)?.keySpelling ?? transform.spelling
            return "\(bare)[\(own.joined(separator: ","))]"
        }
    }

    /// `true` if both are made of the same bytes.
    fileprivate func hasBytes(of other: ImageKey) -> Bool {
        source == other.source
            && bytes.hasBytes(of: other.bytes)
            && (names === other.names || names.hasBytes(of: other.names))
    }

    fileprivate func hashBytes(into hasher: inout Hasher) {
        source.hash(into: &hasher)
        bytes.hashBytes(into: &hasher)
        hasher.combine(names.bytesWord)
    }
}

/// The content of the key of encoded bytes: everything that changes them.
final class DataKey: KeyContent {
    /// An image that is made of the bytes.
    private let image: ImageKey

    init(image: ImageKey) { self.image = image }

    var subject: String { image.subject }

    var parts: [KeyPart] {
        let names = image.names
        let parts: [KeyPart] = [
            ("method", names.method), ("body", names.body), ("headers", names.headers),
            ("bytes", image.bytes),
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
    /// The digest of the header fields that may change the response; empty for none.
    let headers: String
    /// The digest of those among them that no `Vary` leaves out; empty for none.
    let fixedHeaders: String
    /// The identities of the interceptors that change bytes, as they are spelled.
    let interceptors: [String]
    let loader: String
    let network: String
    /// The identity of the request's own decoder.
    let decoder: String
    let codecs: String
    /// The identities of the encoders, of which files are made.
    let encoders: String
    /// The hash of the names of bytes, the same for equal names.
    let bytesWord: Int
    /// The hash of all names.
    let imageWord: Int

    /// The names of a request to a pipeline.
    ///
    /// The identities of interceptors and loaders are read for each request, since they may change;
    /// a plain request in a pipeline without interceptors takes the pipeline's own names.
    ///
    /// - Parameter headers: The digest of header fields in place of the request's; nil for these.
    static func of(
        _ request: ImageRequest, headers: String? = nil, in stages: Stages
    ) -> RequestNames {
        let plain = stages.settings.plainNames
        if headers == nil, request.isPlain, stages.settings.interceptors.isEmpty,
            stages.settings.loader.identity.map({ $0.hasBytes(of: plain.loader) })
                ?? plain.loader.isEmpty
        {
            return plain
        }
        let loader = request.loader ?? stages.settings.loader
        return RequestNames(
            request, headers: headers,
            interceptors: request.interceptors + stages.settings.interceptors,
            loader: loader.identity ?? "", network: plain.network, codecs: plain.codecs,
            encoders: plain.encoders)
    }

    /// - Parameter request: A request; nil for a plain one.
    init(
        _ request: ImageRequest?, headers: String? = nil, interceptors: [any LoadInterceptor],
        loader: String, network: String, codecs: String, encoders: String
    ) {
        let method = request?.method ?? "GET"
        self.method = method == "GET" ? "" : method
        body = request?.body?.digest ?? ""
        self.headers =
            headers ?? Self.digest(of: request?.headers) { !Self.neutralNames.contains($0) }
        fixedHeaders = Self.digest(of: request?.headers) {
            !Self.neutralNames.contains($0) && Self.isFixed($0)
        }
        self.interceptors = Self.changers(interceptors)
        self.loader = loader
        self.network = network
        (self.codecs, self.encoders) = (codecs, encoders)
        decoder = request?.decoder?.identity ?? ""
        var hasher = Hasher()
        for name in [self.method, body, self.headers, loader, network] + self.interceptors {
            name.hashBytes(into: &hasher)
        }
        let image = [decoder, codecs].reduce(into: hasher) { $1.hashBytes(into: &$0) }
        (bytesWord, imageWord) = (hasher.finalize(), image.finalize())
    }

    /// The names of all plain requests of a pipeline without interceptors.
    convenience init(loader: any ImageLoader, limits: PipelineLimits, codecs: CodecList) {
        self.init(
            nil, interceptors: [], loader: loader.identity ?? "",
            network: limits.load.networkPolicy?.identity ?? "", codecs: codecs.identity,
            encoders: codecs.encoders.map(\.identity).joined(separator: ","))
    }

    /// The identities of interceptors that change bytes.
    private static func changers(_ chain: [any LoadInterceptor]) -> [String] {
        chain.filter { $0.effect == .bytes }.map(\.identity.spelling)
    }

    /// Returns a digest of header fields by their names in lower case; empty for none.
    private static func digest(
        of headers: HeaderFields?, where isPart: (String) -> Bool
    ) -> String {
        guard let headers, !headers.fields.isEmpty else { return "" }
        let names = Set(headers.fields.map(\.name.asciiLowered)).filter(isPart)
        guard !names.isEmpty else { return "" }
        let lines = names.sorted().map { name in
            let values = headers.values(name)
            let value = isFixed(name) ? values.joined(separator: ", ") : HeaderFields.list(values)
            return "\(name.utf8.count):\(name)\(value.utf8.count):\(value)"
        }
        return SHA256.hexDigest(of: lines.joined().utf8)
    }

    /// Header fields that say how to deliver, not what.
    private static let neutralNames: Set<String> = [
        "user-agent", "cache-control", "pragma", "connection", "priority", "traceparent",
        "tracestate", "baggage", "x-request-id",
    ]

    /// Returns `true` for a credential, the name of a user, a condition or part of the URL, by a
    /// name in lower case.
    private static func isFixed(_ name: String) -> Bool {
        name.hasPrefix("if-") || fixedParts.contains { name.contains($0) }
    }

    private static let fixedParts = [
        "host", "range", "auth", "cookie", "token", "secret", "session", "pass", "key", "jwt",
        "dpop",
        "sign", "user", "tenant", "account", "forward", "original", "rewrite", "override", "proto",
    ]
}

extension RequestNames {
    /// `true` if both name the same bytes.
    func hasBytes(of other: RequestNames) -> Bool {
        method.hasBytes(of: other.method) && body == other.body && headers == other.headers
            && interceptors == other.interceptors && loader.hasBytes(of: other.loader)
            && network.hasBytes(of: other.network)
    }

    /// `true` if both name the same pixels of the same bytes.
    func hasPixels(of other: RequestNames) -> Bool {
        decoder.hasBytes(of: other.decoder) && codecs.hasBytes(of: other.codecs)
    }
}

extension ImageOptions {
    /// `true` if they set the colours to sRGB, which they have by default, too.
    var statesSRGB: Bool { sets(ColorProfile.self) && colorProfile == .sRGB }

    /// The spellings of the options that keys have.
    var spellings: (bytes: String, pixels: String) { (spelling(of: .bytes), spelling(of: .pixels)) }
}
