import WebImageCaching
public import WebImagePixels

/// The playback of an animation: the frame to show, the frames to decode ahead, the next wake-up.
///
/// A pure state machine: time is an argument, frames are requested and passed in.
/// ``AnimationPlayer`` drives it. Its rules:
/// * The first frame shown is the first of the mode, and time begins when it is shown.
/// * From then on time passes regardless of decoding. A frame whose time has passed is skipped. One
///   that was due when its decoding began is shown even if late, so slow decoding still moves.
/// * A frame that cannot be decoded is skipped, and the one before it stays for its time. Playback
///   ends when as many frames in a row have failed as the animation has.
/// * The frames in the buffer take no more than the buffer's bytes, or are one.
/// * Frames that are still arriving are played forward, whatever the mode, and once. At the end of
///   the last one time waits until the next one is shown.
public struct AnimationPlayback: Sendable {
    var timeline: AnimationTimeline
    private var durations: [Duration]
    private var wantedLoops: Int?
    private var fileLoops: Int
    /// The number of times the animation plays, 0 for endlessly.
    var totalLoops: Int { max(wantedLoops ?? fileLoops, 0) }
    /// The order of frames, once all have arrived.
    public private(set) var mode: PlaybackMode
    /// `false` if more frames are arriving.
    public private(set) var isComplete: Bool
    var buffer: FrameBuffer

    /// The number of complete loops, and the time in the current one, in attoseconds.
    var loop = 0
    var offset: Int128 = 0
    /// The frame shown after all loops, nil before.
    var endFrame: Int?
    private var speed: Int128 = Self.unit

    /// `true` while playing: `false` before the start and after a pause, a stop or the end.
    public internal(set) var isPlaying = false
    /// `true` if the animation is visible; otherwise time does not advance.
    var isVisible = true
    /// `true` if a frame is to be shown: not before the start, nor after a stop.
    var isShowing = false
    /// `true` while time waits for the due frame.
    var isHeld = true
    var last = Duration.zero

    /// The frame that is shown.
    public internal(set) var shownFrame: Int?
    var decoding: (index: Int, isDue: Bool)?
    /// `true` if all frames are decoded ahead, as far as the buffer has room.
    var isPreloading = false
    /// The frames soon due that could not be decoded.
    var failed: Set<Int> = []
    var failuresInARow = 0

    /// Creates the playback of an animation.
    ///
    /// - Parameters:
    ///   - frames: The frames of the animation.
    ///   - mode: The order of frames.
    ///   - loopCount: The number of times it plays, 0 for endlessly, nil for the file's number.
    ///   - maxBufferBytes: The most bytes of decoded frames; 0 for one frame.
    public init(
        of frames: any FrameProvider, mode: PlaybackMode = .forward, loopCount: Int? = nil,
        maxBufferBytes: Int
    ) {
        (self.mode, wantedLoops, fileLoops) = (mode, loopCount, frames.loopCount)
        (durations, isComplete) = (frames.durations, frames.isComplete)
        timeline = AnimationTimeline(
            count: frames.count, durations: durations, mode: isComplete ? mode : .forward)
        buffer = FrameBuffer(maxBytes: maxBufferBytes, frameSize: frames.size)
    }

    /// Continues with more frames of the same animation, at the frame that was reached.
    ///
    /// - Parameters:
    ///   - frames: All frames so far; those that were known are the same as before.
    ///   - now: The time on the clock of ``advance(to:)``.
    /// - Returns: The actions to perform, in order; nil if all frames were known, or there are
    ///   fewer than before. Nothing changes then.
    public mutating func extend(
        to frames: any FrameProvider, at now: Duration
    ) -> [PlaybackAction]? {
        guard !isComplete, frames.count >= timeline.count else { return nil }
        let actions = advance(to: now)
        if isStarved, frames.count > timeline.count {
            // The next frame is shown for its whole time, however long its decoding takes.
            offset = timeline.loopDuration
            isHeld = true
        }
        let frame = timeline.frame(at: timeline.step(at: offset))
        (durations, isComplete) = (frames.durations, frames.isComplete)
        fileLoops = frames.loopCount
        failuresInARow = 0
        timeline = AnimationTimeline(
            count: frames.count, durations: durations, mode: isComplete ? mode : .forward)
        if isComplete, mode.beginsAtEnd {
            offset = timeline.start(ofStep: timeline.firstStep(of: frame))
        }
        return actions + present()
    }

    /// The number of frames.
    public var frameCount: Int { timeline.count }
    /// The number of complete loops.
    public var completedLoops: Int { loop }
    /// The bytes of the frames in the buffer.
    public var bufferedByteCount: Int { buffer.byteCount }
    /// The number of frames in the buffer.
    public var bufferedFrameCount: Int { buffer.count }
    /// `true` if all loops were played.
    public var hasEnded: Bool { isOver && !isPlaying }

    /// Sets the order from now on, continuing from the due frame if playing has begun.
    ///
    /// - Parameters:
    ///   - mode: The order of frames.
    ///   - now: The time on the clock of ``advance(to:)``.
    /// - Returns: The actions to perform, in order.
    public mutating func setMode(_ mode: PlaybackMode, at now: Duration) -> [PlaybackAction] {
        guard mode != self.mode else { return [] }
        let actions = advance(to: now)
        self.mode = mode
        guard isComplete else { return actions }
        let frame = isShowing ? dueFrame : nil
        timeline = AnimationTimeline(count: timeline.count, durations: durations, mode: mode)
        offset = frame.map { timeline.start(ofStep: timeline.firstStep(of: $0)) } ?? 0
        return actions + present()
    }

    /// Sets the number of loops from now on, those that were played included.
    ///
    /// A lower number than is reached ends playing with the current loop. After the end, the number
    /// holds for the next ``play(at:)``.
    ///
    /// - Parameters:
    ///   - loopCount: The number of times it plays, 0 for endlessly, nil for the file's number.
    ///   - now: The time on the clock of ``advance(to:)``.
    /// - Returns: The actions to perform, in order.
    public mutating func setLoopCount(_ loopCount: Int?, at now: Duration) -> [PlaybackAction] {
        let actions = advance(to: now)
        wantedLoops = loopCount
        return actions + present()
    }

    /// Sets the limit of the buffer; frames beyond it are released, those of the latest use first.
    ///
    /// - Parameters:
    ///   - maxBytes: The most bytes of decoded frames; 0 for one frame.
    ///   - now: The time on the clock of ``advance(to:)``.
    /// - Returns: The actions to perform, in order.
    public mutating func setMaxBufferBytes(_ maxBytes: Int, at now: Duration) -> [PlaybackAction] {
        let actions = advance(to: now)
        let distance = frameDistance
        buffer.limit(to: maxBytes, distance: distance)
        return actions + present()
    }

    /// The speed of time: 1 as in the file.
    ///
    /// It is rounded to 1/65536 and clamped to 0 (stopped) to 1024; the direction is part of
    /// ``mode``.
    public var rate: Double { Double(speed) / Double(Self.unit) }

    /// Sets the rate from now on.
    ///
    /// - Parameters:
    ///   - rate: The speed of time: 1 as in the file, 0 stops time.
    ///   - now: The time on the clock of ``advance(to:)``.
    /// - Returns: The actions to perform, in order.
    public mutating func setRate(_ rate: Double, at now: Duration) -> [PlaybackAction] {
        let actions = advance(to: now)
        let held = rate > 0 ? min(rate, 1024) : 0
        speed = Int128((held * Double(Self.unit)).rounded())
        return actions
    }

    /// The number of units in a rate of 1.
    private static let unit: Int128 = 65536

    var isOver: Bool { endFrame != nil }

    /// `true` while time passes.
    private var isRunning: Bool {
        isPlaying && isVisible && !isHeld && !isOver && speed > 0 && (isComplete || !isStarved)
    }

    /// `true` if time waits for frames that are arriving.
    private var isStarved: Bool { offset >= timeline.loopDuration - 1 }

    var dueStep: Int { timeline.step(at: offset) }
    var dueFrame: Int { endFrame ?? timeline.frame(at: dueStep) }

    /// The time of the next action, on the clock of ``advance(to:)``; nil if the next action
    /// follows a decoded frame or a call.
    public var wakeTime: Duration? {
        guard isRunning else { return nil }
        let rest = timeline.start(ofStep: dueStep + 1) - offset
        return last + Duration(attoseconds: (rest * Self.unit + speed - 1) / speed)
    }

    /// Advances the time; a clock that goes back does not change it.
    ///
    /// - Parameter now: The time since any fixed moment, the same for all calls.
    /// - Returns: The actions to perform, in order.
    public mutating func advance(to now: Duration) -> [PlaybackAction] {
        let elapsed = min(now - last, Self.longestStep)
        last = max(now, last)
        guard isRunning, elapsed > .zero else { return present() }
        offset += elapsed.attoseconds * speed / Self.unit
        guard isComplete else {
            // The last moment of the last frame.
            offset = min(offset, timeline.loopDuration - 1)
            return present()
        }
        let (loops, rest) = offset.quotientAndRemainder(dividingBy: timeline.loopDuration)
        guard loops > 0 else { return present() }
        // A loop that runs when the number is lowered is the last one.
        let left = totalLoops == 0 ? Int128.max : Int128(max(totalLoops - loop, 1))
        endFrame = loops >= left ? timeline.finalFrame : nil
        offset = isOver ? 0 : rest
        loop = Int(clamping: Int128(loop) + min(loops, left))
        return [.loopEnded(count: loop)] + present()
    }

    /// 34 years: limits sums to the range of their types.
    private static let longestStep = Duration.seconds(1 << 30)
}
