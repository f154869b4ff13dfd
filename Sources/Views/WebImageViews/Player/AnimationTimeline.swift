import WebImageCaching
import WebImagePixels

/// The order and the durations of the frames in one loop.
///
/// Time is counted exactly, in attoseconds, so that all loops are equally long. A loop is a list of
/// steps, each of which shows one frame. The list is never stored, so memory depends only on the
/// listed durations. Every look-up is O(log *n*).
struct AnimationTimeline: Sendable {
    /// The number of frames, at least 1.
    let count: Int
    let mode: PlaybackMode
    /// The end of each frame with a listed duration, played forward.
    private let ends: [Int128]

    /// Creates the timeline of `count` frames.
    ///
    /// - Parameter durations: The durations; 100 ms for a missing or non-positive one, at most ten
    ///   years.
    init(count: Int, durations: [Duration], mode: PlaybackMode) {
        self.count = max(count, 1)
        self.mode = mode
        var end: Int128 = 0
        ends = durations.prefix(self.count).map { duration in
            end += min(duration > .zero ? duration : Self.usual, Self.longest).attoseconds
            return end
        }
    }

    private static let usual = Duration.milliseconds(100)
    private static let longest = Duration.seconds(10 * 366 * 86_400)

    /// The number of steps in one loop.
    var stepCount: Int {
        guard mode.returns, count > 1 else { return count }
        let (doubled, isTooMany) = count.multipliedReportingOverflow(by: 2)
        return isTooMany ? .max : doubled - 2
    }

    var loopDuration: Int128 {
        mode.returns && count > 1 ? start(count) + start(count - 1) - start(1) : start(count)
    }

    /// The frame shown after all loops.
    var finalFrame: Int { mode.returns ? frame(at: 0) : frame(at: stepCount - 1) }

    func frame(at step: Int) -> Int {
        switch mode {
        case .forward: step
        case .reverse: count - 1 - step
        case .bounce: step < count ? step : stepCount - step
        case .reverseBounce: step < count ? count - 1 - step : step - count + 1
        }
    }

    /// Returns the start of a step in its loop; for the step after the last, the end of the loop.
    func start(ofStep step: Int) -> Int128 {
        if step >= stepCount { return loopDuration }
        let frame = frame(at: step)
        switch mode {
        case .forward: return start(frame)
        case .reverse: return start(count) - start(frame + 1)
        case .bounce:
            if step < count { return start(frame) }
            return start(count) + start(count - 1) - start(frame + 1)
        case .reverseBounce:
            if step < count { return start(count) - start(frame + 1) }
            return start(count) + start(frame) - start(1)
        }
    }

    /// Returns the step at a time in its loop.
    func step(at offset: Int128) -> Int {
        var (low, high) = (0, stepCount - 1)
        while low < high {
            let middle = low + (high - low + 1) / 2
            if start(ofStep: middle) <= offset { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// Returns the first step of a loop that shows a frame.
    func firstStep(of frame: Int) -> Int { mode.beginsAtEnd ? count - 1 - frame : frame }

    /// Returns the number of steps from `step` to the next one that shows a frame, 0 for itself.
    func distance(from step: Int, to frame: Int) -> Int {
        let first = firstStep(of: frame)
        let there = distance(from: step, toStep: first)
        guard mode.returns, frame > 0, frame < count - 1 else { return there }
        return min(there, distance(from: step, toStep: stepCount - first))
    }

    private func distance(from step: Int, toStep other: Int) -> Int {
        other >= step ? other - step : stepCount - step + other
    }

    /// Returns the start of a frame, played forward.
    private func start(_ frame: Int) -> Int128 {
        if frame <= 0 { return 0 }
        if frame <= ends.count { return ends[frame - 1] }
        return (ends.last ?? 0) + Int128(frame - ends.count) * Self.usual.attoseconds
    }
}
