import WebImageCaching
import WebImageLoading
import WebImagePixels

/// The loaded picture of a transform's input.
struct InputPicture: Sendable {
    let key: CacheKey
    let picture: Bitmap
    /// The digest of its key, and the size and checksum of its pixels.
    let name: String
    /// `false` if it must be kept in no cache.
    let mayBeKept: Bool
    let state: InputState

    init(_ request: PreparedRequest, _ response: ImageResponse, in stages: Stages) {
        key = request.imageKey
        picture = response.image.poster
        let checksum = String(response.pixelChecksum, radix: 16)
        name = "\(key.digest)-\(picture.size)-\(checksum)"
        let mode = stages.settings.cacheMode
        mayBeKept =
            !(request.plan.bypassesCaches && request.request.source.isRemote)
            && response.answer?.mayBeKept(request: request.sentHeaders, mode: mode) ?? true
        state = InputState(response)
    }
}

/// The state of the inputs of a request, as it was when they were loaded.
struct InputState: Sendable {
    private let isStale: Bool
    private let staleReason: ImageError?
    /// `true` if one arrived from its origin with new bytes.
    private var isNew: Bool

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

    /// The state for responses after the one for which the inputs were loaded.
    var later: InputState {
        var later = self
        later.isNew = false
        return later
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
    /// The sizes of the pictures.
    let inputSizes: [PixelSize]

    init(_ transform: any ImageTransform, with inputs: [InputPicture]) {
        self.transform = transform.resolved(with: inputs.map(\.picture))
        inputSizes = inputs.map(\.picture.size)
        names = inputs.map(\.name) + Self.name(of: transform)
    }

    /// Returns the digest of the spelling of a program's own transform, which the resolved one may not have;
    /// that of the library has all of it but the URL, which the key of the input names.
    private static func name(of transform: any ImageTransform) -> [String] {
        guard BuiltInTransform(transform) == nil else { return [] }
        return [SHA256.hexDigest(of: transform.spelling.utf8)]
    }

    var spelling: String { "\(transform.spelling)[\(names.joined(separator: ","))]" }
    var scope: TransformScope { transform.scope }

    func resultSize(of size: PixelSize) -> PixelSize { transform.resultSize(of: size) }

    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try transform.apply(to: bitmap)
    }
}
