import Synchronization
import WebImageCaching
import WebImageLoading
import WebImagePixels
import WebImageRuntime

/// The loaded picture of a transform's input.
struct InputPicture: Sendable {
    let key: CacheKey
    let byteCount: Int
    /// Nil if there was no memory to hold them.
    let pixels: InputPixels?
    /// The digest of its key, and the size and checksum of its pixels.
    let name: String
    /// `false` if it must be kept in no cache.
    let mayBeKept: Bool
    let state: InputState

    /// - Parameter hold: Returns the pixels of that name; nil if there is no memory.
    init(
        _ request: PreparedRequest, _ response: ImageResponse, in stages: Stages,
        hold: (Bitmap, _ name: String) -> InputPixels?
    ) {
        key = request.imageKey
        let picture = response.image.poster
        let checksum = String(response.pixelChecksum, radix: 16)
        name = "\(key.digest)-\(picture.size)-\(checksum)"
        (byteCount, pixels) = (picture.byteCount, hold(picture, name))
        let mode = stages.settings.cacheMode
        mayBeKept =
            !(request.plan.bypassesCaches && request.request.source.isRemote)
            && response.answer?.mayBeKept(request: request.sentHeaders, mode: mode) ?? true
        state = InputState(response)
    }
}

/// The pixels of an input, shared by all requests that hold equal ones.
final class InputPixels: Sendable {
    let picture: Bitmap
    /// Their part of the memory budget; nil if they do not count.
    let memory: Permit?

    init(_ picture: Bitmap, memory: Permit? = nil) {
        (self.picture, self.memory) = (picture, memory)
    }
}

extension PipelineShared {
    /// Returns the pixels of an input, counted once for all requests that hold them; nil if there is no
    /// memory.
    ///
    /// - Parameter room: The memory that the request waited for; nil to take what is free.
    func hold(_ picture: Bitmap, named name: String, in room: Permit?) -> InputPixels? {
        // A request inside of a load would wait for the one that waits for this load.
        guard CurrentWork.current == nil else { return InputPixels(picture) }
        if let held = inputs[name] { return held }
        guard let memory = room ?? memory.inputs.tryClaim(picture.byteCount) else { return nil }
        let pixels = InputPixels(picture, memory: memory)
        inputs.insert(pixels, for: name)
        return pixels
    }
}

/// The pixels that a request holds until its picture is made; their memory is lent to others while the
/// request is suspended.
final class HeldInputs: Sendable {
    private struct State: Sendable {
        var revision: UInt64?
        var isLent = false
        var unfollow: (@Sendable () -> Void)?
    }

    private let pixels: [InputPixels]
    private let state = Mutex(State())

    init(_ pixels: [InputPixels], _ needs: NeedsSource) {
        self.pixels = pixels
        let unfollow = needs.follow { [weak self] in self?.note($0) }
        state.withLock { $0.unfollow = unfollow }
    }

    deinit {
        state.withLock { $0.unfollow }?()
        if state.withLock({ $0.isLent }) { pixels.forEach { $0.memory?.resume() } }
    }

    private func note(_ update: NeedsUpdate) {
        state.withLock { state in
            guard state.revision.map({ $0 < update.revision }) ?? true else { return }
            state.revision = update.revision
            guard state.isLent != update.needs.isSuspended else { return }
            state.isLent = update.needs.isSuspended
            for part in pixels {
                if state.isLent { part.memory?.pause() } else { part.memory?.resume() }
            }
        }
    }
}

/// The state of the inputs of a request, as it was when they were loaded.
struct InputState: Sendable {
    private let isStale: Bool
    private let staleReason: ImageError?
    /// `true` if one arrived from its origin with new bytes.
    private(set) var isNew: Bool
    /// Nil if they do not count, or once the caller has what was prepared.
    var held: HeldInputs?

    init(_ response: ImageResponse) {
        (isStale, staleReason) = (response.isStale, response.staleReason)
        isNew = response.origin == .network && !response.unchanged
    }

    /// - Parameter wereNew: `true` if one arrived so when they were loaded before.
    init(_ inputs: [InputPicture], wereNew: Bool = false) {
        let states = inputs.map(\.state)
        isStale = states.contains { $0.isStale }
        staleReason = states.lazy.compactMap(\.staleReason).first
        isNew = wereNew || states.contains { $0.isNew }
    }

    /// The state for responses after the one for which the inputs were loaded; these do not count any more,
    /// since the program may keep them for as long as it likes.
    var later: InputState {
        var later = self
        (later.isNew, later.held) = (false, nil)
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
        let pictures = inputs.compactMap { $0.pixels?.picture }
        self.transform = transform.resolved(with: pictures)
        inputSizes = pictures.map(\.size)
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
