import WebImageViews

/// The naive model of an animation: the sequence of all its frames, one by one.
struct NaiveTimeline {
    /// One loop: frames and their durations in the order of the mode, in milliseconds.
    let loop: [(frame: Int, milliseconds: Int)]
    let loopCount: Int
    let returns: Bool

    init(milliseconds: [Int], mode: PlaybackMode, loopCount: Int) {
        let forward = milliseconds.indices.map { (frame: $0, milliseconds: milliseconds[$0]) }
        let inner = Array(forward.dropFirst().dropLast())
        switch mode {
        case .forward: loop = forward
        case .reverse: loop = forward.reversed()
        case .bounce: loop = forward + inner.reversed()
        case .reverseBounce: loop = forward.reversed() + inner
        }
        self.loopCount = loopCount
        returns = mode == .bounce || mode == .reverseBounce
    }

    /// Returns the frame and the complete loops at a time in milliseconds, and if it is over.
    func at(_ time: Double) -> (frame: Int, loops: Int, isOver: Bool) {
        var rest = time
        var loops = 0
        while loopCount == 0 || loops < loopCount {
            for showing in loop {
                if rest < Double(showing.milliseconds) { return (showing.frame, loops, false) }
                rest -= Double(showing.milliseconds)
            }
            loops += 1
        }
        let last = returns ? loop[0].frame : loop[loop.count - 1].frame
        return (last, loops, true)
    }
}
