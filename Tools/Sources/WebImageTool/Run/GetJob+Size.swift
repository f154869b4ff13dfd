import WebImage

extension GetJob {
    /// Loads a picture whose size is known only then: first the bytes, then the pixels in that size.
    func response(
        to request: ImageRequest, in own: OwnSize, at index: Int
    ) async throws(SourceFailure) -> ImageResponse {
        var whole = request
        whole.transforms = []
        whole.keepsEncodedBytes = true
        // The header tells the size, so the pixels of this load may be few.
        whole.targetSize = PixelSize(width: 1, height: 1)
        let first = try await response(to: whole, at: index)
        guard let bytes = first.encoded?.bytes else {
            throw SourceFailure(stage: "load", reason: "the picture came without its bytes")
        }
        var sized = request
        sized.source = .data(bytes)
        sized.headers = HeaderFields()
        // The policy counts for pictures that transforms load.
        if sized.transforms.allSatisfy({ $0.inputs.isEmpty }) { sized.cachePolicy = .normal }
        let box = own.box(of: first.image.metadata)
        if box.size != first.image.metadata.size { sized.targetSize = box.size }
        sized.targetFit = own.fit
        if box.enlarges {
            let resize = BuiltInTransform.resize(to: box.size, fit: own.fit, enlarges: true)
            sized.transforms.insert(resize, at: 0)
            sized.targetSize = nil
        }
        var response = try await response(to: sized, at: index)
        response.origin = first.origin
        response.unchanged = first.unchanged
        response.isStale = first.isStale || response.isStale
        response.staleReason = first.staleReason ?? response.staleReason
        response.head = first.head
        return response
    }
}
