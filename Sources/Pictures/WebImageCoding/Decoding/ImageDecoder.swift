import WebImageBytes
import WebImageColorimetry
public import WebImagePixels

/// Decodes the first frame of files of one or more formats.
public protocol ImageDecoder: Sendable {
    /// The name and version of the decoder; part of an image's key if not the default.
    var identity: String { get }
    /// The formats that can be decoded.
    var formats: [ImageFormat] { get }
    /// Reads the metadata in the header, without decoding pixels.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file, or its first bytes if ``headerLeads(in:)``.
    ///   - limits: The limits of pixels, bytes and frames.
    /// - Throws: `CodecError` if the header is damaged or exceeds `limits`.
    func metadata(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ImageMetadata
    /// Decodes the first frame.
    ///
    /// Runs on the decode executor, never suspends, and checks for cancellation between calls of
    /// its library. No memory is allocated for a size before it was checked against the limits.
    ///
    /// - Parameters:
    ///   - bytes: All bytes of the file.
    ///   - options: The limits, the size that the caller needs, and the page.
    /// - Throws: `CodecError` if the bytes are damaged, truncated or exceed the limits.
    func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput
    /// Reads the description of colours from the header.
    ///
    /// - Parameter bytes: The bytes of the file, or its first bytes if ``headerLeads(in:)``.
    /// - Returns: The colours as the file states them; sRGB if it states none, for a damaged
    ///   header, and for a decoder that reads none.
    func color(of bytes: RawSpan) -> ColorDescription
    /// Returns the one of ``formats`` that the bytes have; nil for none.
    ///
    /// Called if no built-in signature matches, so that a custom format can be recognized.
    ///
    /// - Parameters:
    ///   - bytes: The first bytes of a picture; more may follow, so this must be cheap.
    ///   - mediaType: The media type that came with the bytes, a hint for formats without a
    ///     signature.
    func recognize(_ bytes: RawSpan, mediaType: String?) -> ImageFormat?
    /// Returns `true` if all data for ``metadata(of:limits:)`` and ``color(of:)`` stands before
    /// the pixels.
    ///
    /// Given only the first bytes of a file, metadata is then complete or an error is thrown, so
    /// such files need not be read whole.
    ///
    /// - Parameter format: One of ``formats``.
    func headerLeads(in format: ImageFormat) -> Bool
    /// Returns the memory that a decode takes, for the pipeline's memory budget.
    ///
    /// Runs on the decode executor before each decode, reads only the header, and must be cheap. An
    /// estimate should be too high rather than too low.
    ///
    /// - Parameters:
    ///   - bytes: All bytes of the file.
    ///   - options: The options of the decode.
    /// - Returns: The demand; nil if the header is unreadable or exceeds the limits. The decode
    ///   then throws.
    func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand?
}

extension ImageDecoder {
    /// Returns sRGB: the decoder reads no description.
    public func color(of bytes: RawSpan) -> ColorDescription { .sRGB }
    /// Returns nil: the decoder's formats have built-in signatures.
    public func recognize(_ bytes: RawSpan, mediaType: String?) -> ImageFormat? { nil }
    /// Returns `false`: all bytes are needed.
    public func headerLeads(in format: ImageFormat) -> Bool { false }
    /// Returns the size of the whole bitmap, and twice as much again for the library.
    public func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
        guard let metadata = try? metadata(of: bytes, limits: options.limits) else { return nil }
        return MemoryDemand(of: metadata, libraryBytesPerPixel: 8)
    }
}

/// A decoder that by default refuses to decode in the program itself.
package protocol ProcessBoundDecoder: ImageDecoder {
    /// The same decoder for a process that may decode.
    var inProcess: any ImageDecoder { get }
}

/// A codec whose libraries are loaded on first use.
package protocol LibraryLoading {
    /// Loads the libraries; a missing one is an error of its first use.
    func loadLibraries()
}
