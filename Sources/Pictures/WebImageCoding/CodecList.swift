import WebImageBytes

/// The codecs of a pipeline.
public struct CodecList: Sendable {
    /// The decoders; the first one of a format is used.
    public var decoders: [any ImageDecoder] { didSet { identity = makeIdentity() } }
    /// The encoders; the first one of a format is used.
    public var encoders: [any ImageEncoder]
    /// The converter of embedded profiles; nil leaves colours unchanged.
    public var color: (any ColorConverting)? { didSet { identity = makeIdentity() } }
    /// The names and versions of everything here that makes pixels; part of an image's key.
    public private(set) var identity = ""

    /// Creates a list of codecs.
    ///
    /// - Parameters:
    ///   - decoders: The decoders; the first one of a format is used.
    ///   - encoders: The encoders; the first one of a format is used.
    ///   - color: The converter of embedded profiles; nil leaves colours unchanged.
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

    /// Returns the decoder of a format.
    ///
    /// - Throws: `CodecError.noCodec` if none is installed.
    public func decoder(for format: ImageFormat) throws(CodecError) -> any ImageDecoder {
        guard let found = decoders.first(where: { $0.formats.contains(format) }) else {
            throw .noCodec(format)
        }
        return found
    }

    /// These codecs for a process that may decode anything: a worker, or a test.
    package var drawingInProcess: CodecList {
        var codecs = self
        codecs.decoders = decoders.map { ($0 as? any ProcessBoundDecoder)?.inProcess ?? $0 }
        return codecs
    }

    /// Returns the encoder of a format.
    ///
    /// - Throws: `CodecError.encoding` if none is installed, even if there is a decoder.
    public func encoder(for format: ImageFormat) throws(CodecError) -> any ImageEncoder {
        guard let found = encoders.first(where: { $0.format == format }) else {
            throw .encoding(format, "no encoder for this format is installed")
        }
        return found
    }

    /// Returns the encoder of animations of a format, nil if none is installed.
    public func animatedEncoder(for format: ImageFormat) -> (any AnimatedImageEncoder)? {
        for encoder in encoders where encoder.format == format {
            if let animated = encoder as? any AnimatedImageEncoder { return animated }
        }
        return nil
    }
}
