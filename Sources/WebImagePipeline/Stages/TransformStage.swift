import WebImageCoding
import WebImagePixels
import WebImageRuntime

/// transform: the request's transforms on the pixels, in order, on the decode executor.
struct TransformStage: Sendable {
    let stages: Stages

    /// Returns the image of a picture, made within the memory that this was decoded with, which is free
    /// then: the pixels belong to the caller and the memory cache.
    func image(
        of picture: consuming DecodedPicture, _ transforms: [any ImageTransform],
        _ trace: LoadTrace
    ) async throws(ImageError) -> DecodedImage {
        guard !transforms.isEmpty else { return picture.image }
        let chain = TransformChain(transforms: transforms)
        return try await trace.measure("transform", .transform(key: trace.key)) {
            [image = picture.image] () throws(ImageError) in
            try await stages.shared.work.run { () throws(ImageError) in try chain.run(image) }
        }
    }
}
