import Testing
import WebImageCaching
import WebImageCoding
import WebImagePixels
import WebImageTesting
import WebImageViews

/// A driver of an ``AnimationPlayback`` in the role of the player, which records the shown frames.
struct Projector {
    var playback: AnimationPlayback
    var now = Duration.zero
    /// `true` if a requested frame is delivered at once.
    var decodesAtOnce = true
    private var frames: any FrameProvider
    private(set) var shown: [Int] = []
    private(set) var decoded: [Int] = []
    private(set) var loops: [Int] = []
    private(set) var ends: [PlaybackEnd] = []
    private(set) var pending: Int?
    private(set) var maxBuffered = 0
    private(set) var faults: [String] = []

    init(
        _ frames: any FrameProvider, mode: PlaybackMode = .forward, loopCount: Int? = nil,
        budget: Int = 1 << 20
    ) {
        self.frames = frames
        playback = AnimationPlayback(
            of: frames, mode: mode, loopCount: loopCount, maxBufferBytes: budget)
    }

    /// Adds frames, which the playback must take.
    mutating func extend(to frames: any FrameProvider) {
        self.frames = frames
        perform { playback, now in
            let actions = playback.extend(to: frames, at: now)
            #expect(actions != nil)
            return actions ?? []
        }
    }

    mutating func perform(_ body: (inout AnimationPlayback, Duration) -> [PlaybackAction]) {
        act(body(&playback, now))
    }

    mutating func play() { perform { $0.play(at: $1) } }

    mutating func advance(by step: Duration) {
        now += step
        perform { $0.advance(to: $1) }
    }

    /// Advances to the next wake time; returns `false` if there is none.
    mutating func wake() -> Bool {
        guard let time = playback.wakeTime else { return false }
        if time <= now { faults.append("to be woken at \(time), which is not after \(now)") }
        now = max(now, time)
        perform { $0.advance(to: $1) }
        return true
    }

    /// Advances to the next wake time, which must exist.
    mutating func next() {
        if !wake() { Issue.record("nothing is to be done any more") }
    }

    /// Delivers the requested frame.
    mutating func deliver() {
        guard let index = pending else { return }
        pending = nil
        let result = Result { try frames.frame(at: index).bitmap }
        perform { $0.decoded(index, result, at: $1) }
    }

    private mutating func act(_ actions: [PlaybackAction]) {
        for action in actions {
            switch action {
            case .show(let index, _): shown.append(index)
            case .loopEnded(let count): loops.append(count)
            case .end(let end): ends.append(end)
            case .decode(let index):
                if pending != nil { faults.append("two frames are decoded at once") }
                decoded.append(index)
                pending = index
            }
        }
        maxBuffered = max(maxBuffered, playback.bufferedByteCount)
        if decodesAtOnce { deliver() }
    }
}

extension ListedFrames {
    /// Returns an animation of small frames with these durations.
    static func of(
        _ milliseconds: [Int], loopCount: Int = 0, isComplete: Bool = true,
        failing: Set<Int> = []
    ) -> ListedFrames {
        ListedFrames(
            milliseconds.map { _ in Bitmap(size: PixelSize(width: 4, height: 4)) },
            durations: milliseconds.map { .milliseconds($0) }, loopCount: loopCount,
            isComplete: isComplete,
            failing: Dictionary(uniqueKeysWithValues: failing.map { ($0, .cancelled) }))
    }

    /// The bytes of one of those frames.
    static let frameBytes = Bitmap.byteCount(of: PixelSize(width: 4, height: 4))
}

extension PlaybackEnd {
    /// `true` at the end of the animation.
    var isPlayed: Bool {
        if case .played = self { true } else { false }
    }
}
