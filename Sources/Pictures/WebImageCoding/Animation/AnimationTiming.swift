package import WebImagePixels

/// The speed, the delays and the number of plays of an encoded animation, in place of its own.
public struct AnimationTiming: Hashable, Sendable {
    /// The factor of speed, 0.01 to 100: at 2 each frame is shown for half its time; 1 by default.
    public var speed: Double
    /// The time that each frame is shown, before ``speed``; nil for the frame's own.
    public var delay: Duration?
    /// The total number of plays, 0 for endlessly; nil for the animation's own.
    public var loopCount: Int?
    /// The most frames, at least 1; later ones are left out; nil for all.
    public var maxFrameCount: Int?

    /// Creates a timing; by default the animation keeps its own.
    ///
    /// - Parameters:
    ///   - speed: The factor of speed.
    ///   - delay: The time that each frame is shown; nil for the frame's own.
    ///   - loopCount: The total number of plays, 0 for endlessly; nil for the animation's own.
    public init(speed: Double = 1, delay: Duration? = nil, loopCount: Int? = nil) {
        self.speed = speed
        self.delay = delay
        self.loopCount = loopCount
    }

    /// Returns the time a frame is shown.
    func duration(of own: Duration) -> Duration {
        let factor = speed.isFinite ? min(max(speed, 0.01), 100) : 1
        let duration = max(delay ?? own, .zero)
        return factor == 1 ? duration : duration / factor
    }
}

extension FrameProvider {
    /// Returns the frames with another timing; these themselves if it changes nothing.
    package func timed(_ timing: AnimationTiming) -> any FrameProvider {
        timing == AnimationTiming() ? self : TimedFrames(self, timing)
    }
}

/// The frames of another provider with a timing of their own.
private final class TimedFrames: FrameProvider {
    private let source: any FrameProvider
    private let timing: AnimationTiming

    init(_ source: any FrameProvider, _ timing: AnimationTiming) {
        self.source = source
        self.timing = timing
    }

    var size: PixelSize { source.size }
    var count: Int { min(source.count, max(timing.maxFrameCount ?? .max, 1)) }
    var isComplete: Bool { source.isComplete }
    var rawDurations: [Duration] {
        source.rawDurations.prefix(count).map { timing.duration(of: $0) }
    }
    var durations: [Duration] { rawDurations.map(\.asShown) }
    var loopCount: Int { max(timing.loopCount ?? source.loopCount, 0) }
    var residentByteCount: Int { source.residentByteCount }

    func frame(at index: Int) throws -> ImageFrame {
        var frame = try source.frame(at: index)
        frame.duration = timing.duration(of: source.rawDurations[index]).asShown
        return frame
    }
}
