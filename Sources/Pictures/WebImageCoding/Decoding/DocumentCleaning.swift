import WebImageBytes

extension CodecError {
    /// The error of a document that may not be drawn in the caller's process.
    package static let documentInProcess = CodecError.unsupported(
        .svg,
        """
        drawing in the program itself; set "codecs = try await .sandboxed()" of WebImageSandbox, \
        or use SVGDecoder(inProcess: true) for pictures that the program ships
        """)
}

/// A decoder of documents that also writes one anew, with nothing in it that runs, or loads from
/// elsewhere.
package protocol DocumentCleaning: ImageDecoder {
    /// Returns the text of a document whose links lead to its own parts and to pictures that it
    /// holds.
    ///
    /// - Parameters:
    ///   - bytes: All bytes of the file.
    ///   - limits: Bounds of the text.
    /// - Throws: `CodecError` if the document is damaged, exceeds a limit, or may not be read here.
    func cleaned(_ bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ByteBlock
}
