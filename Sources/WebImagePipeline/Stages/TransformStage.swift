import WebImageCoding
import WebImageRuntime

/// transform: the request's transforms on the pixels, in order, on the decode executor.
struct TransformStage: Sendable {
    let stages: Stages

    /// Transforms a picture within the memory that it was decoded with, which is free then: the pixels
    /// belong to the caller and the memory cache.
    func apply(
        to picture: inout DecodedPicture, _ transforms: [any ImageTransform], _ trace: LoadTrace
    ) async throws(ImageError) {
        defer { picture.memory.end() }
        guard !transforms.isEmpty else { return }
        let chain = TransformChain(transforms: transforms)
        picture.image = try await trace.measure("transform", .transform(key: trace.key)) {
            [image = picture.image] () throws(ImageError) in
            try await stages.shared.work.run { () throws(ImageError) in try chain.run(image) }
        }
    }
}
