import WebImageCaching
import WebImagePixels

/// The loaded picture of a transform's input.
struct InputPicture: Sendable {
    let picture: Bitmap
    /// The digests of its key and of its pixels.
    let name: String
    let isStale: Bool
    let staleReason: ImageError?
    /// `false` if its response must be kept in no cache.
    let mayBeKept: Bool

    init(_ request: PreparedRequest, _ response: ImageResponse, in stages: Stages) {
        picture = response.image.poster
        name = "\(request.imageKey.digest)-\(picture.checksum)"
        (isStale, staleReason) = (response.isStale, response.staleReason)
        mayBeKept = response.answer?.mayBeKept(mode: stages.settings.cacheMode) ?? true
    }
}

/// A transform that has the pictures of its inputs; its spelling names their content.
struct ResolvedTransform: ImageTransform {
    private let transform: any ImageTransform
    fileprivate let pictures: [InputPicture]

    init(_ transform: any ImageTransform, with inputs: [InputPicture]) {
        self.transform = transform.resolved(with: inputs.map(\.picture))
        pictures = inputs
    }

    var spelling: String {
        "\(transform.spelling)[\(pictures.map(\.name).joined(separator: ","))]"
    }
    var scope: TransformScope { transform.scope }

    func resultSize(of size: PixelSize) -> PixelSize { transform.resultSize(of: size) }

    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try transform.apply(to: bitmap)
    }
}

extension ImageResponse {
    /// Returns the response of an image, which is as stale as the inputs of its request.
    func made(of request: ImageRequest) -> ImageResponse {
        var response = self
        for transform in request.transforms {
            guard let resolved = transform as? ResolvedTransform else { continue }
            for input in resolved.pictures where input.isStale {
                response.isStale = true
                response.staleReason = response.staleReason ?? input.staleReason
            }
        }
        return response
    }
}

extension Bitmap {
    /// The checksum of the size and all pixels, in hexadecimal digits.
    fileprivate var checksum: String {
        let rowCount = size.width * 4
        var checksum = BodyChecksum()
        withBytes { bytes in
            for row in 0..<size.height {
                let start = row * bytesPerRow
                checksum.update(bytes.extracting(start..<start + rowCount))
            }
        }
        return "\(size.width)x\(size.height)-\(String(checksum.digest, radix: 16))"
    }
}
