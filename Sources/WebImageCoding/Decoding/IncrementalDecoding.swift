/// A decoder that can be fed while bytes arrive.
public protocol IncrementalImageDecoder: ImageDecoder {
    /// A session for one picture.
    func makeSession(options: DecodeOptions) -> any IncrementalDecodingSession
}

/// The decoding of one picture while its bytes arrive; used by one task at a time.
///
/// A session is not told where the file begins again: each byte is given once, and costs its work
/// once. Previews are in the picture's full or scaled size; what has not arrived is transparent, or
/// repeats what is near, as the format's library does it.
public protocol IncrementalDecodingSession: AnyObject {
    /// Takes the next bytes, only the new ones, and copies what it needs of them.
    ///
    /// Decodes as far as they reach. Bytes after the end of the picture are ignored.
    ///
    /// - Throws: `CodecError` when the bytes so far are damaged or beyond the limits.
    func append(_ bytes: RawSpan) throws(CodecError)
    /// How much there is to see: 0 before there is a picture, then a number that rises whenever
    /// ``preview()`` would show more (rows, scans, or complete frames of an animation). Costs nothing.
    var revision: Int { get }
    /// The best picture of the bytes so far, nil before there is one: of a still what its rows or
    /// scans tell, of an animation the newest complete frame, composed.
    func preview() throws(CodecError) -> DecodeOutput?
    /// The picture (of an animation its first frame), equal to a decode of all bytes at once in every
    /// byte and in its metadata.
    ///
    /// - Throws: `CodecError.truncated` when bytes are missing, where a decode would throw it.
    func finish() throws(CodecError) -> DecodeOutput
}
