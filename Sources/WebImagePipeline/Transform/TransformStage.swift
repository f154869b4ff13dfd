import WebImagePixels

/// transform: the request's transforms on the pixels, in order.
struct TransformStage: Sendable {
    let transforms: [any ImageTransform]

    /// The transformed image; runs on the decode executor.
    ///
    /// - Throws: `ImageError.transform`, or `cancelled` between two transforms.
    func run(_ image: DecodedImage) throws(ImageError) -> DecodedImage {
        guard !transforms.isEmpty else { return image }
        var bitmap = image.poster
        for transform in transforms {
            if Task.isCancelled { throw .cancelled }
            do throws(TransformFailure) {
                bitmap = try transform.apply(to: bitmap)
            } catch {
                throw .transform(error)
            }
        }
        return DecodedImage(poster: bitmap, metadata: image.metadata)
    }
}
