public import WebImagePixels

/// Turns the bytes of one or more formats into the pixels of their first frame.
public protocol ImageDecoder: Sendable {
    /// Name and version of what decodes; part of an image's key when not the default.
    var identity: String { get }
    /// The formats it decodes.
    var formats: [ImageFormat] { get }
    /// Reads what the header says, no pixels.
    ///
    /// - Throws: `CodecError` when the header is damaged, or claims what `limits` forbid.
    func metadata(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ImageMetadata
    /// Decodes the first frame. Runs on the decode executor, never suspends, looks for
    /// cancellation between calls of its library.
    ///
    /// - Throws: `CodecError` when the bytes are damaged, truncated or beyond the limits; nothing
    ///   is allocated for a size before the limits have passed it.
    func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput
    /// The embedded ICC profile by the header alone; nil for none, for a damaged one, and where
    /// the decoder reads none.
    func profile(of bytes: RawSpan) -> ByteBlock?
    /// Which of ``formats`` these bytes are, asked where no built-in signature fits: how a format
    /// of one's own is recognized. Nil for none.
    ///
    /// - Parameters:
    ///   - bytes: The first bytes of a picture, of which more may come; little work is done on them.
    ///   - mediaType: What came with the bytes; a hint, for formats that have no signature.
    func recognize(_ bytes: RawSpan, mediaType: String?) -> ImageFormat?
    /// Whether everything that ``metadata(of:limits:)`` and ``profile(of:)`` say of a format stands
    /// before the pixels: given the first bytes of a file only, metadata is what it is of all of
    /// them, or an error is thrown. Such files are not read whole to be described.
    func headerLeads(in format: ImageFormat) -> Bool
    /// What decoding these bytes takes of memory, so that a pipeline can keep to its budget; rather
    /// too much than too little. Runs on the decode executor before each decode: it reads the header,
    /// and costs little. Nil where the header can't be read or claims what the limits forbid; then
    /// the decode says so.
    func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand?
}

extension ImageDecoder {
    /// Nil: the decoder reads no profile.
    public func profile(of bytes: RawSpan) -> ByteBlock? { nil }
    /// Nil: the decoder's formats have built-in signatures.
    public func recognize(_ bytes: RawSpan, mediaType: String?) -> ImageFormat? { nil }
    /// False: all bytes are needed.
    public func headerLeads(in format: ImageFormat) -> Bool { false }
    /// The whole bitmap, and twice as much again for the library.
    public func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
        guard let metadata = try? metadata(of: bytes, limits: options.limits) else { return nil }
        return MemoryDemand(of: metadata, libraryBytesPerPixel: 8)
    }
}
