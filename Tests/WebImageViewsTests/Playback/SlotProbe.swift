import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageViews

/// A driver of one ``ImageViewState`` in the role of the loader, which records its actions.
struct SlotProbe {
    var state = ImageViewState()
    /// The answer of memory to the next look-up.
    var memory = MemoryAnswer.miss
    private(set) var lines: [String] = []
    /// The reports that the current load has failed, or no longer.
    private(set) var failures: [Bool] = []
    /// The updates that callers got, with the numbers of their loads.
    private(set) var updates: [(load: UInt64, update: ImageUpdate)] = []
    private(set) var started: [UInt64] = []
    private(set) var lastAttempt: UInt64 = 0

    /// Returns the actions since the previous `log()`.
    mutating func log() -> String {
        defer { lines = [] }
        return lines.joined(separator: ", ")
    }

    @discardableResult
    mutating func begin(
        _ plan: ImagePresentation = ImagePresentation(), _ subject: String? = "a"
    ) -> UInt64 {
        let (load, actions) = state.begin(plan, subject: subject.map { PictureSubject($0) })
        perform(actions)
        return load
    }

    mutating func change(_ body: (inout ImageViewState) -> [ViewAction]) { perform(body(&state)) }

    mutating func succeed(
        _ picture: DecodedImage, from origin: ImageOrigin = .network, attempt: UInt64? = nil
    ) {
        let response = ImageResponse(image: picture, origin: origin)
        change { [lastAttempt] in $0.finished(attempt ?? lastAttempt, .success(response)) }
    }

    mutating func fail(attempt: UInt64? = nil) {
        change { [lastAttempt] in $0.finished(attempt ?? lastAttempt, .failure(.notCached)) }
    }

    private mutating func perform(_ actions: [ViewAction]) {
        for action in actions {
            if case .fail(let isFailed) = action {
                failures.append(isFailed)
                continue
            }
            if case .update(let load, let update) = action {
                updates.append((load, update))
                continue
            }
            lines.append(Self.line(action))
            switch action {
            case .lookUp(let attempt, _):
                lastAttempt = attempt
                perform(state.looked(for: attempt, memory))
            case .start(let attempt): started.append(attempt)
            default: break
            }
        }
    }

    static func line(_ action: ViewAction) -> String {
        switch action {
        case .lookUp(_, let size): size.map { "look \($0)" } ?? "look"
        case .start: "start"
        case .cancel: "cancel"
        case .show(let picture, let transition):
            "\(name(picture))\(transition.map { " by \($0.style.name)" } ?? "")"
        case .extend(let picture): "extend \(name(picture))"
        case .indicate(let indicator): "indicator \(indicator)"
        case .wake(let timer, _, _): "timer \(timer)"
        case .end(_, .success): "end"
        case .end(_, .failure(let error)): "end \(error.stage)"
        case .update(_, let update): "update \(update)"
        case .fail(let isFailed): isFailed ? "failed" : "not failed"
        }
    }

    static func name(_ picture: SlotContent) -> String {
        switch picture {
        case .nothing: "nothing"
        case .placeholder: "placeholder"
        case .preview: "preview"
        case .image: "image"
        case .failure: "failure"
        }
    }
}

extension DecodedImage {
    /// Returns a picture of one pixel, a different one in every call.
    static func dot(_ side: Int = 1) -> DecodedImage {
        DecodedImage(poster: Bitmap(size: PixelSize(width: side, height: side)))
    }

    /// Returns a picture that is smaller than its file.
    static func reduced(_ side: Int = 1) -> DecodedImage {
        let bitmap = Bitmap(size: PixelSize(width: side, height: side))
        return DecodedImage(
            poster: bitmap,
            metadata: ImageMetadata(size: PixelSize(width: 4000, height: 4000)))
    }
}
