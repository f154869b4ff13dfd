import WebImageCaching
import WebImageLoading
import WebImagePixels

/// The loaded picture of a transform's input.
struct InputPicture: Sendable {
    let key: CacheKey
    let picture: Bitmap
    /// The digests of its key and of its pixels.
    let name: String
    /// `false` if it must be kept in no cache.
    let mayBeKept: Bool
    let state: InputState

    init(_ request: PreparedRequest, _ response: ImageResponse, in stages: Stages) {
        key = request.imageKey
        picture = response.image.poster
        name = "\(key.digest)-\(picture.checksum)"
        let mode = stages.settings.cacheMode
        mayBeKept =
            !request.plan.bypassesCaches
            && response.answer?.mayBeKept(request: request.sentHeaders, mode: mode) ?? true
        state = InputState(response)
    }
}

/// The state of the inputs of a request, as it was when they were loaded.
struct InputState: Sendable {
    private let isStale: Bool
    private let staleReason: ImageError?
    /// `true` if one arrived from its origin with new bytes.
    private let isNew: Bool

    init(_ response: ImageResponse) {
        (isStale, staleReason) = (response.isStale, response.staleReason)
        isNew = response.origin == .network && !response.unchanged
    }

    init(_ inputs: [InputPicture]) {
        let states = inputs.map(\.state)
        isStale = states.contains { $0.isStale }
        staleReason = states.lazy.compactMap(\.staleReason).first
        isNew = states.contains { $0.isNew }
    }

    /// Returns the response of an image made of the inputs, which is as stale as they are.
    func told(in response: ImageResponse) -> ImageResponse {
        var response = response
        if isNew { response.unchanged = false }
        guard isStale else { return response }
        response.isStale = true
        if response.staleReason == nil { response.staleReason = staleReason }
        return response
    }
}

/// A transform that has the pictures of its inputs; its spelling names their content.
struct ResolvedTransform: ImageTransform {
    private let transform: any ImageTransform
    private let names: [String]

    init(_ transform: any ImageTransform, with inputs: [InputPicture]) {
        self.transform = transform.resolved(with: inputs.map(\.picture))
        names = inputs.map(\.name)
    }

    var spelling: String { "\(transform.spelling)[\(names.joined(separator: ","))]" }
    var scope: TransformScope { transform.scope }

    func resultSize(of size: PixelSize) -> PixelSize { transform.resultSize(of: size) }

    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try transform.apply(to: bitmap)
    }
}

extension Bitmap {
    /// The size, and a checksum of all pixels in hexadecimal digits.
    fileprivate var checksum: String {
        let rowCount = size.width * 4
        var checksum = BodyChecksum()
        withBytes { bytes in
            for row in 0..<size.height {
                let start = row * bytesPerRow
                checksum.update(bytes.extracting(start..<start + rowCount))
            }
        }
        return "\(size)-\(String(checksum.digest, radix: 16))"
    }
}
