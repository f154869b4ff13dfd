public import WebImageCoding

extension ImagePipeline {
    /// The bytes of a request, from disk or from their origin; nothing is decoded or stored.
    ///
    /// - Throws: `ImageError`, which names the stage that failed and why.
    public func encodedImage(for request: ImageRequest) async throws(ImageError) -> EncodedImage {
        try await encodedImage(for: prepare(request))
    }

    func encodedImage(
        for prepared: PreparedRequest
    ) async throws(ImageError) -> EncodedImage {
        try await within(prepared.request.options[TotalTimeout.self]) {
            () throws(ImageError) in
            codecs(for: prepared.request).recognizing(try await data(for: prepared).encoded)
        }
    }
}
