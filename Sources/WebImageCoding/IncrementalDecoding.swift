/// A decoder that can be fed while bytes arrive.
public protocol IncrementalImageDecoder: ImageDecoder {
    /// A session for one picture.
    func makeSession(options: DecodeOptions) -> any IncrementalDecodingSession
}

/// The decoding of one picture while its bytes arrive; used by one task at a time.
public protocol IncrementalDecodingSession: AnyObject {
    /// Takes the next bytes, only the new ones, and copies what it needs of them.
    ///
    /// - Throws: `CodecError` when the bytes so far are damaged or beyond the limits.
    func append(_ bytes: RawSpan) throws(CodecError)
    /// The best picture of the bytes so far, nil before there is one.
    func preview() throws(CodecError) -> DecodeOutput?
    /// The picture, equal to a decode of all bytes at once.
    ///
    /// - Throws: `CodecError.truncated` when bytes are missing.
    func finish() throws(CodecError) -> DecodeOutput
}
