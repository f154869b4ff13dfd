import WebImageLoading
import WebImagePipeline
import WebImagePixels

/// The progress and the previews of a load in a view: the latest of each, at most 25 in a second.
///
/// A pure state machine. With the rest, which the end of an attempt releases at once, a load has
/// less than 30 in any second. What ``ProgressThrottle`` lets pass is held here together with
/// previews, and over all attempts of a load.
struct UpdatePace {
    /// The least time between two updates.
    static let interval = Duration.milliseconds(40)

    /// The attempt that the held updates belong to.
    private(set) var attempt: UInt64?
    /// One progress and one preview at most, the longest held first.
    private var held: [ImageUpdate] = []
    private var last: Duration?

    /// Adds progress or a preview, in place of an older one.
    mutating func add(_ update: ImageUpdate, of attempt: UInt64) {
        if attempt != self.attempt { held = [] }
        self.attempt = attempt
        let place = held.firstIndex { Self.isPreview($0) == Self.isPreview(update) }
        if let place { held[place] = update } else { held.append(update) }
    }

    private static func isPreview(_ update: ImageUpdate) -> Bool {
        if case .preview = update { true } else { false }
    }

    /// Releases one update if its time has come.
    mutating func release(at now: Duration) -> ImageUpdate? {
        guard rest(at: now) == .zero else { return nil }
        last = now
        return held.removeFirst()
    }

    /// Returns the time until the next update; nil if none is held.
    func rest(at now: Duration) -> Duration? {
        guard !held.isEmpty else { return nil }
        return last.map { max($0 + Self.interval - now, .zero) } ?? .zero
    }

    /// Releases what is held of an attempt that has ended.
    mutating func end(_ attempt: UInt64) -> [ImageUpdate] {
        guard attempt == self.attempt else { return [] }
        defer { held = [] }
        return held
    }
}
