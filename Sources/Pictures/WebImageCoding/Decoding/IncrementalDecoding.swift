import WebImageBytes

/// A decoder that can decode while bytes arrive.
public protocol IncrementalImageDecoder: ImageDecoder {
    /// Creates a session for one image.
    ///
    /// - Parameter options: The limits, and the size that the caller needs.
    func makeSession(options: DecodeOptions) -> any IncrementalDecodingSession
}

/// The decoding of one picture while its bytes arrive; used by one task at a time.
///
/// Each byte is passed and processed once. Previews have the picture's full or scaled size. Missing
/// parts are transparent or repeat nearby pixels, as the format's library does it.
public protocol IncrementalDecodingSession: AnyObject {
    /// Takes the next bytes and decodes as much as possible.
    ///
    /// - Parameter bytes: The bytes that follow those of the last call, valid during the call.
    ///   Bytes after the end of the image are ignored.
    ///
    /// - Throws: `CodecError` if the bytes so far are damaged or exceed the limits.
    func append(_ bytes: RawSpan) throws(CodecError)
    /// The progress of the preview: 0 before there is a picture; it increases whenever
    /// ``preview()`` would show more (rows or scans). O(1).
    var revision: Int { get }
    /// The number of complete frames of an animation so far; it never decreases. The decoder's
    /// ``AnimatedImageDecoder/frames(of:options:)`` must find at least as many in the bytes so far.
    /// 0 for a still image, and by default. O(1).
    var completeFrameCount: Int { get }
    /// Returns the best image of the bytes so far, nil before there is one: the rows or scans of a
    /// still image, or of an animation's first frame.
    ///
    /// - Throws: `CodecError` if the bytes so far cannot be decoded.
    func preview() throws(CodecError) -> DecodeOutput?
    /// Returns the picture, or the first frame of an animation. Pixels and metadata are the same as
    /// from a decode of all bytes at once.
    ///
    /// - Throws: `CodecError.truncated` if bytes are missing and a decode would throw it.
    func finish() throws(CodecError) -> DecodeOutput
}

extension IncrementalDecodingSession {
    /// Returns 0: frames of an animation are shown once all bytes have arrived.
    public var completeFrameCount: Int { 0 }
}
