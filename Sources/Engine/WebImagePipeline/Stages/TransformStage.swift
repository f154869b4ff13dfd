import WebImageCoding
import WebImagePixels
import WebImageRuntime

/// transform: the request's transforms on the pixels, in order, on the decode executor.
struct TransformStage: Sendable {
    let stages: Stages

    /// Returns the transformed picture, made within the memory that it was decoded with.
    func picture(
        of picture: consuming DecodedPicture, for request: PreparedRequest, trace: LoadTrace
    ) async throws(ImageError) -> DecodedPicture {
        let chain = TransformChain(transforms: request.request.transforms)
        guard !chain.transforms.isEmpty else { return picture }
        let isOfLight = request.transformsLight(stages.settings.codecs.encoders)
        let headroom = request.options.headroom
        picture.image = try await trace.measure("transform", .transform(key: trace.key)) {
            [image = picture.image] () throws(ImageError) in
            try await stages.shared.work.run { () throws(ImageError) in
                let result = try chain.run(image)
                guard isOfLight, image.gainMap != nil, result.gainMap == nil else { return result }
                // A map that cannot follow its base becomes light, which can be transformed.
                let light = try image.light(headroom: headroom)
                return light.poster.sampleFormat == .rgbaHalf ? try chain.run(light) : result
            }
        }
        return picture
    }
}

extension DecodedImage {
    fileprivate func light(headroom: Double?) throws(ImageError) -> DecodedImage {
        do throws(CodecError) {
            return try applyingGainMap(headroom: headroom)
        } catch {
            throw error == .cancelled ? .cancelled : .decode(error)
        }
    }
}
