/// A decoder of documents that also writes one anew, with nothing in it that runs, or loads from elsewhere.
package protocol DocumentCleaning: ImageDecoder {
    /// Returns the text of a document whose links lead to its own parts and to pictures that it holds.
    ///
    /// - Parameters:
    ///   - bytes: All bytes of the file.
    ///   - limits: Bounds of the text.
    /// - Throws: `CodecError` if the document is damaged, exceeds a limit, or may not be read here.
    func cleaned(_ bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ByteBlock
}
