/// The codecs a pipeline works with.
public struct CodecList: Sendable {
    /// Decoders, the first that names a format wins.
    public var decoders: [any ImageDecoder] { didSet { identity = makeIdentity() } }
    /// Encoders, the first of a format wins.
    public var encoders: [any ImageEncoder]
    /// What applies embedded profiles; nil keeps the colours as they are.
    public var color: (any ColorConverting)? { didSet { identity = makeIdentity() } }
    /// Names everything here that makes pixels, with versions; part of an image's key.
    public private(set) var identity = ""

    /// A list of codecs.
    public init(
        decoders: [any ImageDecoder] = [], encoders: [any ImageEncoder] = [],
        color: (any ColorConverting)? = nil
    ) {
        self.decoders = decoders
        self.encoders = encoders
        self.color = color
        identity = makeIdentity()
    }

    private func makeIdentity() -> String {
        (decoders.map(\.identity) + [color?.identity ?? "none"]).joined(separator: ",")
    }

    /// The decoder of a format.
    ///
    /// - Throws: `CodecError.noCodec` when none is installed.
    public func decoder(for format: ImageFormat) throws(CodecError) -> any ImageDecoder {
        guard let found = decoders.first(where: { $0.formats.contains(format) }) else {
            throw .noCodec(format)
        }
        return found
    }

    /// The encoder of a format.
    ///
    /// - Throws: `CodecError.encoding` when none is installed; there may be a decoder all the same.
    public func encoder(for format: ImageFormat) throws(CodecError) -> any ImageEncoder {
        guard let found = encoders.first(where: { $0.format == format }) else {
            throw .encoding(format, "no encoder for it is installed")
        }
        return found
    }

    /// The encoder of animations of a format, nil when it has none.
    public func animatedEncoder(for format: ImageFormat) -> (any AnimatedImageEncoder)? {
        for encoder in encoders where encoder.format == format {
            if let animated = encoder as? any AnimatedImageEncoder { return animated }
        }
        return nil
    }
}
