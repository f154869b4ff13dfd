import Testing
import WebImageCaching
import WebImagePixels
import WebImageTesting
import WebImageViews

/// The player compared with the naive model, exhaustively for short animations.
struct PlaybackModelTests {
    static let durations = [
        [70], [30, 50], [20, 20, 20], [40, 10, 70], [10, 20, 30, 40], [50, 10, 10, 10, 90],
    ]

    @Test(arguments: PlaybackMode.allCases, [0, 1, 2, 3])
    func `every frame and loop is right at every time, however time jumps`(
        mode: PlaybackMode, loops: Int
    ) {
        var faults: [String] = []
        for milliseconds in Self.durations.dropFirst() {
            let model = NaiveTimeline(milliseconds: milliseconds, mode: mode, loopCount: loops)
            for step in [1, 7, 10, 33, 160, 1000] {
                for budget in [0, 3 * ListedFrames.frameBytes, 1 << 20] {
                    var projector = Projector(
                        ListedFrames.of(milliseconds), mode: mode, loopCount: loops,
                        budget: budget)
                    projector.play()
                    for time in stride(from: 0, through: 900, by: step) {
                        if time > 0 { projector.advance(by: .milliseconds(step)) }
                        if let fault = fault(projector, model.at(Double(time))) {
                            faults.append("\(milliseconds) at \(time) by \(step): \(fault)")
                        }
                    }
                }
            }
        }
        #expect(faults == [])
    }

    /// Returns the difference between player and model; `nil` for none.
    private func fault(
        _ projector: Projector, _ expected: (frame: Int, loops: Int, isOver: Bool)
    ) -> String? {
        let playback = projector.playback
        let isRight =
            playback.shownFrame == expected.frame && playback.completedLoops == expected.loops
            && projector.ends.count == (expected.isOver ? 1 : 0)
            && playback.isPlaying == !expected.isOver
        return isRight
            ? nil : "\(playback.shownFrame ?? -1) \(playback.completedLoops), not \(expected)"
    }

    @Test(arguments: PlaybackMode.allCases, [0.25, 0.5, 2, 3, 16])
    func `another rate is the same animation on another clock`(mode: PlaybackMode, rate: Double) {
        let model = NaiveTimeline(milliseconds: [40, 10, 70, 20], mode: mode, loopCount: 3)
        var projector = Projector(
            ListedFrames.of([40, 10, 70, 20]), mode: mode, loopCount: 3)
        projector.perform { $0.setRate(rate, at: $1) }
        projector.play()
        for time in 1...1500 {
            projector.advance(by: .milliseconds(1))
            #expect(fault(projector, model.at(Double(time) * rate)) == nil)
        }
    }

    @Test(arguments: PlaybackMode.allCases)
    func `woken when it says, it shows every frame once for its time`(mode: PlaybackMode) {
        let milliseconds = [40, 10, 70, 20]
        let model = NaiveTimeline(milliseconds: milliseconds, mode: mode, loopCount: 2)
        var projector = Projector(ListedFrames.of(milliseconds), mode: mode, loopCount: 2)
        projector.play()
        var times = [Duration.zero]
        while projector.wake() { times.append(projector.now) }
        var expected = (model.loop + model.loop).map(\.frame)
        if model.returns { expected.append(expected[0]) }
        #expect(projector.shown == expected)
        #expect(projector.loops == [1, 2])
        #expect(projector.faults == [])
        let lengths = zip(times.dropFirst(), times).map { $0 - $1 }
        let durations = (model.loop + model.loop).map { Duration.milliseconds($0.milliseconds) }
        #expect(lengths == durations)
    }

    @Test(arguments: PlaybackMode.allCases)
    func `the first frame shown is the first of the mode, and its time begins then`(
        mode: PlaybackMode
    ) {
        var projector = Projector(ListedFrames.of([40, 10, 70, 20]), mode: mode)
        projector.decodesAtOnce = false
        projector.play()
        projector.advance(by: .seconds(5))
        #expect(projector.shown == [])
        projector.deliver()
        let first = mode == .forward || mode == .bounce ? 0 : 3
        #expect(projector.shown == [first])
        let duration = [40, 10, 70, 20][first]
        #expect(projector.playback.wakeTime == projector.now + .milliseconds(duration))
    }

    @Test func `an uneven rate neither stands still nor runs away`() {
        var projector = Projector(ListedFrames.of([33, 17, 29]))
        projector.perform { $0.setRate(0.7371, at: $1) }
        projector.play()
        for _ in 0..<3000 { projector.next() }
        #expect(projector.faults == [])
        #expect(projector.playback.completedLoops == 1000)
        let expected = 1000 * 0.079 / projector.playback.rate
        #expect(abs(projector.now / .seconds(1) - expected) < 1e-6)
    }
}
