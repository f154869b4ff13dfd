public import WebImagePipeline
public import WebImagePixels
package import WebImageRuntime

/// Plays the frames of an animated picture: the driver of ``AnimationPlayback``.
///
/// Frames are decoded one at a time on a pool of threads, never on the caller's. The player has no
/// isolation: it belongs to the actor that calls it, and calls its handlers there.
/// Playing ends when the last reference is released.
///
/// A timer wakes it when a frame is due. A toolkit with a frame clock may set ``usesOwnTimer`` to
/// false and call ``tick(on:)`` for each frame of the screen instead.
public final class AnimationPlayer {
    /// The handler that shows a frame, given its index in the file.
    public var onFrame: ((Int, Bitmap) -> Void)?
    /// The handler of each completed loop, given the number of complete loops.
    public var onLoop: ((Int) -> Void)?
    /// The handler of the end, unless playing was stopped.
    public var onEnd: ((PlaybackEnd) -> Void)?
    /// `true` if a timer wakes the player when a frame is due.
    public var usesOwnTimer = true
    /// The handler of each call that plays, for a view whose frame clock rests meanwhile.
    package var onPlay: (() -> Void)?

    private var frames: any FrameProvider
    /// The first frame, nil for a player of frames alone.
    private var poster: Bitmap?
    private let executor: WorkExecutor
    private let elapsed: () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    private var playback: AnimationPlayback
    private var timer: (time: Duration, task: Task<Void, Never>)?
    private var decoding: Task<Void, Never>?
    private var actions: [PlaybackAction] = []
    private var isActing = false

    /// Creates a paused player of frames.
    ///
    /// - Parameters:
    ///   - frames: The frames of the animation.
    ///   - mode: The order of frames.
    ///   - loopCount: The number of times it plays, 0 for endlessly, nil for the file's number.
    ///   - maxBufferBytes: The most bytes of decoded frames, besides the one being decoded; one
    ///     frame is kept whatever its size.
    ///   - clock: The clock of durations.
    public convenience init(
        _ frames: any FrameProvider, mode: PlaybackMode = .forward, loopCount: Int? = nil,
        maxBufferBytes: Int = 32 << 20, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            frames, mode: mode, loopCount: loopCount, maxBufferBytes: maxBufferBytes,
            decodingOn: Self.sharedExecutor, clock: clock)
    }

    package init(
        _ frames: any FrameProvider, mode: PlaybackMode, loopCount: Int?, maxBufferBytes: Int,
        decodingOn executor: WorkExecutor, clock: any Clock<Duration>
    ) {
        self.frames = frames
        self.executor = executor
        (elapsed, sleep) = clock.timing()
        playback = AnimationPlayback(
            of: frames, mode: mode, loopCount: loopCount, maxBufferBytes: maxBufferBytes)
    }

    /// Creates a paused player of an image; nil for a still image.
    ///
    /// - Parameters:
    ///   - image: The animated image. A preview, whose frames are arriving, is played forward once
    ///     and waits at its last frame for ``extend(to:on:)``.
    ///   - pipeline: The pipeline whose executor decodes the frames.
    ///   - mode: The order of frames.
    ///   - loopCount: The number of times it plays, 0 for endlessly, nil for the file's number.
    ///   - maxBufferBytes: The most bytes of decoded frames, besides the one being decoded.
    ///   - clock: The clock of durations.
    public convenience init?(
        _ image: DecodedImage, from pipeline: ImagePipeline, mode: PlaybackMode = .forward,
        loopCount: Int? = nil, maxBufferBytes: Int = 32 << 20,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        guard let frames = image.frames, frames.count > 1 else { return nil }
        self.init(
            frames, mode: mode, loopCount: loopCount, maxBufferBytes: maxBufferBytes,
            decodingOn: pipeline.workExecutor, clock: clock)
        poster = image.poster
    }

    deinit {
        timer?.task.cancel()
        decoding?.cancel()
    }

    private static let sharedExecutor = WorkExecutor(maxThreads: 2)

    /// Plays from the current position, after the end from the beginning.
    ///
    /// - Parameter actor: The actor of the handlers, by default the caller's.
    public func play(on actor: isolated any Actor = #isolation) {
        act(playback.play(at: elapsed()), on: actor)
        onPlay?()
    }

    /// Continues with more frames of the same animation, at the frame that was reached.
    ///
    /// Two images are of one animation if a thousand pixels of their first frames are equal, and
    /// the durations of the frames of both. Takes the same time for pictures of any size.
    ///
    /// - Parameters:
    ///   - image: A later preview of the same load, or its image.
    ///   - actor: The actor of the handlers, by default the caller's.
    /// - Returns: `false` if the image is not the same animation with at least as many frames, or
    ///   all frames were known; nothing changes then.
    @discardableResult
    public func extend(
        to image: DecodedImage, on actor: isolated any Actor = #isolation
    ) -> Bool {
        guard let newer = image.frames, poster?.resembles(image.poster) ?? true,
            newer.durations.starts(with: frames.durations),
            let todo = playback.extend(to: newer, at: elapsed())
        else { return false }
        frames = newer
        act(todo, on: actor)
        return true
    }

    /// Decodes all frames ahead, playing or not, as many as `maxBufferBytes` has room for.
    ///
    /// Without it eight frames are decoded ahead. ``clearBuffer()`` ends it.
    ///
    /// - Parameter actor: The actor of the handlers, by default the caller's.
    public func preload(on actor: isolated any Actor = #isolation) {
        act(playback.preload(at: elapsed()), on: actor)
    }

    /// Pauses at the frame that is shown.
    ///
    /// - Parameter actor: The actor of the handlers, by default the caller's.
    public func pause(on actor: isolated any Actor = #isolation) {
        act(playback.pause(at: elapsed()), on: actor)
    }

    /// Stops playing.
    ///
    /// - Parameters:
    ///   - keepingPosition: `true` continues from here later, `false` from the beginning.
    ///   - clearingBuffer: `true` releases decoded frames.
    public func stop(keepingPosition: Bool = false, clearingBuffer: Bool = false) {
        playback.stop(keepsPosition: keepingPosition, clearsBuffer: clearingBuffer)
        timer?.task.cancel()
        timer = nil
    }

    /// Moves to a frame of a loop and shows it, playing or not.
    ///
    /// - Parameters:
    ///   - frame: The position in the loop, counted from 0.
    ///   - loop: The loop, counted from 0; nil for the current one.
    ///   - actor: The actor of the handlers, by default the caller's.
    /// - Returns: `false` if there is no such frame or loop; nothing changes then.
    @discardableResult
    public func seek(
        to frame: Int, loop: Int? = nil, on actor: isolated any Actor = #isolation
    ) -> Bool {
        guard let todo = playback.seek(to: frame, loop: loop, at: elapsed()) else { return false }
        act(todo, on: actor)
        return true
    }

    /// Sets the speed.
    ///
    /// - Parameters:
    ///   - rate: The factor of time: 1 as in the file, 0 or less stops time, at most 1024.
    ///   - actor: The actor of the handlers, by default the caller's.
    public func setRate(_ rate: Double, on actor: isolated any Actor = #isolation) {
        act(playback.setRate(rate, at: elapsed()), on: actor)
    }

    /// Sets the order of frames, continuing from the due frame.
    ///
    /// - Parameters:
    ///   - mode: The order of frames.
    ///   - actor: The actor of the handlers, by default the caller's.
    public func setMode(_ mode: PlaybackMode, on actor: isolated any Actor = #isolation) {
        act(playback.setMode(mode, at: elapsed()), on: actor)
    }

    /// Sets the number of loops, those that were played included.
    ///
    /// A lower number than is reached ends playing with the current loop.
    ///
    /// - Parameters:
    ///   - loopCount: The number of times it plays, 0 for endlessly, nil for the file's number.
    ///   - actor: The actor of the handlers, by default the caller's.
    public func setLoopCount(_ loopCount: Int?, on actor: isolated any Actor = #isolation) {
        act(playback.setLoopCount(loopCount, at: elapsed()), on: actor)
    }

    /// Sets the limit of the buffer, and releases what is beyond it.
    ///
    /// - Parameters:
    ///   - maxBytes: The most bytes of decoded frames; one frame is kept whatever its size.
    ///   - actor: The actor of the handlers, by default the caller's.
    public func setMaxBufferBytes(_ maxBytes: Int, on actor: isolated any Actor = #isolation) {
        act(playback.setMaxBufferBytes(maxBytes, at: elapsed()), on: actor)
    }

    /// Sets the visibility; while invisible, time does not advance.
    ///
    /// - Parameters:
    ///   - visible: `true` if the view is visible.
    ///   - actor: The actor of the handlers, by default the caller's.
    public func setVisible(_ visible: Bool, on actor: isolated any Actor = #isolation) {
        act(playback.setVisible(visible, at: elapsed()), on: actor)
    }

    /// Shows the due frame; to be called for each frame of the screen if ``usesOwnTimer`` is false.
    ///
    /// - Parameter actor: The actor of the handlers, by default the caller's.
    public func tick(on actor: isolated any Actor = #isolation) {
        act(playback.advance(to: elapsed()), on: actor)
    }

    /// Releases the decoded frames, such as under memory pressure; the shown frame stays.
    public func clearBuffer() { playback.clearBuffer() }

    /// `true` while playing: `false` before the start and after a pause, a stop or the end.
    public var isPlaying: Bool { playback.isPlaying }
    /// The index of the frame that is shown, nil before the first.
    public var shownFrame: Int? { playback.shownFrame }
    /// The number of complete loops.
    public var completedLoops: Int { playback.completedLoops }
    /// The number of frames.
    public var frameCount: Int { playback.frameCount }
    /// The speed: 1 as in the file.
    public var rate: Double { playback.rate }
    /// The order of frames.
    public var mode: PlaybackMode { playback.mode }
    /// The bytes of the decoded frames in the buffer.
    public var bufferedByteCount: Int { playback.bufferedByteCount }

    /// Performs actions of the state in order; actions that handlers cause meanwhile follow.
    private func act(_ newer: [PlaybackAction], on actor: isolated any Actor) {
        actions += newer
        guard !isActing else { return }
        isActing = true
        var next = 0
        while next < actions.count {
            next += 1
            perform(actions[next - 1], on: actor)
        }
        actions = []
        isActing = false
        schedule(on: actor)
    }

    private func perform(_ action: PlaybackAction, on actor: isolated any Actor) {
        switch action {
        case .show(let index, let bitmap): onFrame?(index, bitmap)
        case .loopEnded(let count): onLoop?(count)
        case .end(let end): onEnd?(end)
        case .decode(let index): decode(index, on: actor)
        }
    }

    private func decode(_ index: Int, on actor: isolated any Actor) {
        decoding = Task { [weak self, frames, executor] in
            _ = actor
            let result: Result<Bitmap, any Error>
            do {
                result = .success(try await executor.run { try frames.frame(at: index).bitmap })
            } catch {
                result = .failure(error)
            }
            guard let self else { return }
            act(playback.decoded(index, result, at: elapsed()), on: actor)
        }
    }

    /// Sets the timer to the next wake time.
    private func schedule(on actor: isolated any Actor) {
        let time = usesOwnTimer ? playback.wakeTime : nil
        guard time != timer?.time else { return }
        timer?.task.cancel()
        timer = time.map { time in
            // A point in time, not a delay, since the task may begin later.
            let moment = min(time, elapsed() + Self.longestSleep)
            let task = Task { [weak self, sleep] in
                _ = actor
                do { try await sleep(moment) } catch { return }
                if Task.isCancelled { return }
                self?.timer = nil
                self?.tick(on: actor)
            }
            return (time, task)
        }
    }

    /// The longest sleep that the runtime's timer can count; the player then schedules again.
    private static let longestSleep = Duration.seconds(1 << 30)
}
