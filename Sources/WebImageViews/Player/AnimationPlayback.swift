import WebImageCaching
public import WebImagePixels

/// Plays an animation: which frame is shown, which are decoded ahead, when to look again.
///
/// A pure state machine: time comes in as an argument, frames are asked for and handed in.
/// ``AnimationPlayer`` drives it. What it holds to:
/// * The first frame shown is the first of the mode, and time begins when it is shown.
/// * Later, time goes on whatever is decoded: a frame whose time has passed is skipped, but what was
///   decoded because it was due is shown even if late, so that slow decoding still moves.
/// * A frame that cannot be decoded is skipped: the one before it stays for its time. When as many in
///   a row failed as there are frames, playing ends.
/// * Frames in the buffer take no more than the buffer's bytes, or are one.
public struct AnimationPlayback: Sendable {
    var timeline: AnimationTimeline
    private let durations: [Duration]
    /// How often the animation plays, 0 for ever.
    let totalLoops: Int
    var buffer: FrameBuffer

    /// Complete loops, and the time in the one that runs, in attoseconds.
    var loop = 0
    var offset: Int128 = 0
    /// The frame that stays since all loops are over, nil before that.
    var endFrame: Int?
    private var speed: Int128 = Self.unit

    /// Whether it was told to play, and has not ended.
    public internal(set) var isPlaying = false
    /// Whether it can be seen; if not, time stands still.
    var isVisible = true
    /// Whether a frame is to be shown at all: not before the start, nor after a stop.
    var isShowing = false
    /// Whether time waits for the frame that is due.
    var isHeld = true
    var last = Duration.zero

    /// The frame that is shown.
    public internal(set) var shownFrame: Int?
    var decoding: (index: Int, isDue: Bool)?
    /// Frames near by that could not be decoded.
    var failed: Set<Int> = []
    var failuresInARow = 0

    /// The playback of an animation.
    ///
    /// - Parameters:
    ///   - loopCount: How often it plays, 0 for ever, nil for as often as the file says.
    ///   - maxBufferBytes: What decoded frames may take; 0 for one frame.
    public init(
        of frames: any FrameProvider, mode: PlaybackMode = .forward, loopCount: Int? = nil,
        maxBufferBytes: Int
    ) {
        durations = frames.durations
        timeline = AnimationTimeline(count: frames.count, durations: durations, mode: mode)
        totalLoops = max(loopCount ?? frames.loopCount, 0)
        buffer = FrameBuffer(maxBytes: maxBufferBytes, frameSize: frames.size)
    }

    /// The number of frames.
    public var frameCount: Int { timeline.count }
    /// Loops that are complete.
    public var completedLoops: Int { loop }
    /// Bytes of the frames in the buffer.
    public var bufferedByteCount: Int { buffer.byteCount }
    /// The number of frames in the buffer.
    public var bufferedFrameCount: Int { buffer.count }
    /// Whether all loops were played.
    public var hasEnded: Bool { isOver && !isPlaying }
    /// In which order frames are shown.
    public var mode: PlaybackMode { timeline.mode }

    /// Sets the order from now on: goes on from the frame that is due, where playing has begun.
    public mutating func setMode(_ mode: PlaybackMode, at now: Duration) -> [PlaybackAction] {
        guard mode != timeline.mode else { return [] }
        let actions = advance(to: now)
        let frame = isShowing ? dueFrame : nil
        timeline = AnimationTimeline(count: timeline.count, durations: durations, mode: mode)
        offset = frame.map { timeline.start(ofStep: timeline.firstStep(of: $0)) } ?? 0
        return actions + present()
    }

    /// How fast time goes: 1 as the file says.
    ///
    /// It is rounded to 1/65536 and held between 0, which stands still, and 1024; the direction is a
    /// matter of ``mode``.
    public var rate: Double { Double(speed) / Double(Self.unit) }

    /// Sets the rate from now on.
    public mutating func setRate(_ rate: Double, at now: Duration) -> [PlaybackAction] {
        let actions = advance(to: now)
        let held = rate > 0 ? min(rate, 1024) : 0
        speed = Int128((held * Double(Self.unit)).rounded())
        return actions
    }

    /// How many parts a rate of 1 has.
    private static let unit: Int128 = 65536

    var isOver: Bool { endFrame != nil }

    /// Whether time passes.
    private var isRunning: Bool { isPlaying && isVisible && !isHeld && !isOver && speed > 0 }

    /// The step that is due.
    var dueStep: Int { timeline.step(at: offset) }
    /// The frame that is due.
    var dueFrame: Int { endFrame ?? timeline.frame(at: dueStep) }

    /// When there is something to do next, on the clock of ``advance(to:)``; nil for when a frame
    /// was decoded or something is asked for.
    public var wakeTime: Duration? {
        guard isRunning else { return nil }
        let rest = timeline.start(ofStep: dueStep + 1) - offset
        return last + Duration(attoseconds: (rest * Self.unit + speed - 1) / speed)
    }

    /// Time has gone on; a clock that goes back stands still.
    public mutating func advance(to now: Duration) -> [PlaybackAction] {
        let elapsed = min(now - last, Self.longestStep)
        last = max(now, last)
        guard isRunning, elapsed > .zero else { return present() }
        offset += elapsed.attoseconds * speed / Self.unit
        let (loops, rest) = offset.quotientAndRemainder(dividingBy: timeline.loopDuration)
        guard loops > 0 else { return present() }
        let left = totalLoops == 0 ? Int128.max : Int128(totalLoops - loop)
        endFrame = loops >= left ? timeline.finalFrame : nil
        offset = isOver ? 0 : rest
        loop = isOver ? totalLoops : Int(clamping: Int128(loop) + loops)
        return [.loopEnded(count: loop)] + present()
    }

    /// 34 years: what is added up stays countable.
    private static let longestStep = Duration.seconds(1 << 30)
}
