public import WebImagePipeline
public import WebImagePixels
package import WebImageRuntime

/// Plays the frames of an animated picture: the driver of ``AnimationPlayback``.
///
/// Frames are decoded one at a time on a pool of threads, never on the caller's. The player has no
/// isolation of its own: it belongs to the actor that calls it, and calls its handlers there. When
/// the last reference goes, it plays no more.
///
/// It wakes itself when a frame is due. A toolkit with a frame clock may set ``usesOwnTimer`` to
/// false and call ``tick(on:)`` for each of the screen's frames instead.
public final class AnimationPlayer {
    /// Shows a frame, by its index in the file.
    public var onFrame: ((Int, Bitmap) -> Void)?
    /// Is told how many loops are complete, whenever one is.
    public var onLoop: ((Int) -> Void)?
    /// Is told why it plays no more, when it was not stopped.
    public var onEnd: ((PlaybackEnd) -> Void)?
    /// Whether it wakes itself when a frame is due.
    public var usesOwnTimer = true

    private let frames: any FrameProvider
    private let executor: WorkExecutor
    private let elapsed: () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    private var playback: AnimationPlayback
    private var timer: (time: Duration, task: Task<Void, Never>)?
    private var decoding: Task<Void, Never>?
    private var actions: [PlaybackAction] = []
    private var isActing = false

    /// A player of frames, which stands still.
    ///
    /// - Parameters:
    ///   - mode: The order of frames.
    ///   - loopCount: How often it plays, 0 for ever, nil for as often as the file says.
    ///   - maxBufferBytes: What decoded frames may take, besides the one being decoded; one frame is
    ///     kept whatever it takes.
    ///   - clock: The clock that measures durations.
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
        (elapsed, sleep) = Self.timing(on: clock)
        playback = AnimationPlayback(
            of: frames, mode: mode, loopCount: loopCount, maxBufferBytes: maxBufferBytes)
    }

    /// A player of a picture, nil if it is a still; its frames are decoded where the pipeline
    /// decodes pictures.
    public convenience init?(
        _ image: DecodedImage, from pipeline: ImagePipeline, mode: PlaybackMode = .forward,
        loopCount: Int? = nil, maxBufferBytes: Int = 32 << 20,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        guard let frames = image.frames, frames.count > 1 else { return nil }
        self.init(
            frames, mode: mode, loopCount: loopCount, maxBufferBytes: maxBufferBytes,
            decodingOn: pipeline.workExecutor, clock: clock)
    }

    deinit {
        timer?.task.cancel()
        decoding?.cancel()
    }

    private static let sharedExecutor = WorkExecutor(maxThreads: 2)

    private static func timing(
        on clock: some Clock<Duration>
    ) -> (elapsed: () -> Duration, sleep: @Sendable (Duration) async throws -> Void) {
        let start = clock.now
        return (
            { start.duration(to: clock.now) },
            { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
        )
    }

    /// Plays from where it stands, from the beginning if it has ended.
    public func play(on actor: isolated any Actor = #isolation) {
        act(playback.play(at: elapsed()), on: actor)
    }

    /// Stands still at the frame that is shown.
    public func pause(on actor: isolated any Actor = #isolation) {
        act(playback.pause(at: elapsed()), on: actor)
    }

    /// Stands still.
    ///
    /// - Parameters:
    ///   - keepingPosition: Whether it plays on from here, not from the beginning.
    ///   - clearingBuffer: Whether decoded frames are forgotten.
    public func stop(keepingPosition: Bool = false, clearingBuffer: Bool = false) {
        playback.stop(keepsPosition: keepingPosition, clearsBuffer: clearingBuffer)
        timer?.task.cancel()
        timer = nil
    }

    /// Goes to a frame of a loop and shows it, playing or not.
    ///
    /// - Parameter loop: Counted from 0, nil for the one that runs.
    /// - Returns: Whether there is such a frame and loop; if not, nothing changes.
    @discardableResult
    public func seek(
        to frame: Int, loop: Int? = nil, on actor: isolated any Actor = #isolation
    ) -> Bool {
        guard let todo = playback.seek(to: frame, loop: loop, at: elapsed()) else { return false }
        act(todo, on: actor)
        return true
    }

    /// Sets how fast it plays: 1 as the file says, 0 and less stand still.
    public func setRate(_ rate: Double, on actor: isolated any Actor = #isolation) {
        act(playback.setRate(rate, at: elapsed()), on: actor)
    }

    /// Sets the order of frames; it goes on from the frame that is shown.
    public func setMode(_ mode: PlaybackMode, on actor: isolated any Actor = #isolation) {
        act(playback.setMode(mode, at: elapsed()), on: actor)
    }

    /// Tells whether the picture can be seen; if not, time stands still.
    public func setVisible(_ visible: Bool, on actor: isolated any Actor = #isolation) {
        act(playback.setVisible(visible, at: elapsed()), on: actor)
    }

    /// Shows what is due now; for each frame of the screen where ``usesOwnTimer`` is false.
    public func tick(on actor: isolated any Actor = #isolation) {
        act(playback.advance(to: elapsed()), on: actor)
    }

    /// Forgets the decoded frames, such as when memory is short; what is shown stays.
    public func clearBuffer() { playback.clearBuffer() }

    /// Whether it was told to play, and has not ended.
    public var isPlaying: Bool { playback.isPlaying }
    /// The index of the frame that is shown, nil before the first.
    public var shownFrame: Int? { playback.shownFrame }
    /// Loops that are complete.
    public var completedLoops: Int { playback.completedLoops }
    /// The number of frames.
    public var frameCount: Int { playback.frameCount }
    /// How fast it plays.
    public var rate: Double { playback.rate }
    /// The order of frames.
    public var mode: PlaybackMode { playback.mode }
    /// Bytes of the decoded frames it keeps.
    public var bufferedByteCount: Int { playback.bufferedByteCount }

    /// Does what the state wants, in order: what handlers cause meanwhile comes behind it.
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

    /// Sets the timer to when there is something to do.
    private func schedule(on actor: isolated any Actor) {
        let time = usesOwnTimer ? playback.wakeTime : nil
        guard time != timer?.time else { return }
        timer?.task.cancel()
        timer = time.map { time in
            // A moment, not a while: the task may begin later.
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

    /// What the runtime's timer can count; it looks again after that.
    private static let longestSleep = Duration.seconds(1 << 30)
}
