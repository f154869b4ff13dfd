import WebImageCoding
import WebImagePixels
import WebImageRuntime

/// transform: the request's transforms on the pixels, in order, on the decode executor.
struct TransformStage: Sendable {
    let stages: Stages

    /// Returns the transformed picture, made within the memory that it was decoded with.
    func picture(
        of picture: consuming DecodedPicture, by transforms: [any ImageTransform],
        trace: LoadTrace
    ) async throws(ImageError) -> DecodedPicture {
        guard !transforms.isEmpty else { return picture }
        let chain = TransformChain(transforms: transforms)
        picture.image = try await trace.measure("transform", .transform(key: trace.key)) {
            [image = picture.image] () throws(ImageError) in
            try await stages.shared.work.run { () throws(ImageError) in try chain.run(image) }
        }
        return picture
    }
}
