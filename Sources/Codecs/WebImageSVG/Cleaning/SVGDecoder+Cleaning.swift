#if SVG
    package import WebImageCoding

    extension SVGDecoder: DocumentCleaning {
        /// Returns a document without scripts and foreign links, in UTF-8 and not gzipped.
        ///
        /// The tree that is drawn is written anew: elements and attributes of a list, links to the
        /// document's own parts, embedded pictures of pixels. O(n) in time and memory, beside the
        /// tree.
        ///
        /// - Throws: `CodecError` if the text is damaged, too large or too deep, or the decoder may
        ///   not draw here.
        package func cleaned(
            _ bytes: RawSpan, limits: DecodeLimits
        ) throws(CodecError) -> ByteBlock {
            try check(isOwnMarkup: false)
            try SVGLibrary.load()
            let text = try SVGText(of: bytes, limits: limits)
            if Task.isCancelled { throw .cancelled }
            return ByteBlock(copying: try SVGDocument(text).cleaned(within: limits))
        }
    }
#endif
