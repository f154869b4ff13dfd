import Testing
import WebImageCoding
import WebImagePixels
import WebImageTesting
import WebImageViews

/// Random commands, clocks and failures, with invariants that must always hold.
struct RandomPlaybackTests {
    @Test(arguments: 0..<30)
    func `whatever is commanded, one frame at a time is decoded and memory is bounded`(
        seed: UInt64
    ) {
        var random = SplitMix(state: seed)
        let mode = PlaybackMode.allCases.randomElement(using: &random) ?? .forward
        let count = Int.random(in: 1...7, using: &random)
        let failing = Set((0..<count).filter { _ in Int.random(in: 0..<9, using: &random) == 0 })
        let frames = ListedFrames.of(
            (0..<count).map { _ in Int.random(in: 0...90, using: &random) }, failing: failing)
        let budget = Int.random(in: 0...8, using: &random) * ListedFrames.frameBytes
        var projector = Projector(
            frames, mode: mode, loopCount: Int.random(in: 0...4, using: &random), budget: budget)
        projector.decodesAtOnce = false
        for _ in 0..<600 { step(&projector, &random) }
        #expect(projector.faults == [])
        #expect(projector.maxBuffered <= max(budget, ListedFrames.frameBytes))
        #expect(Set(projector.shown).isDisjoint(with: failing))

        // Restarted and without further commands, it plays as a new one.
        projector.perform { $0.setMode(mode, at: $1) }
        projector.perform { $0.setVisible(true, at: $1) }
        projector.perform { $0.setRate(1, at: $1) }
        projector.playback.stop()
        projector.decodesAtOnce = true
        projector.deliver()
        let former = projector.shown.count
        projector.play()
        let first = mode == .forward || mode == .bounce ? 0 : count - 1
        guard !failing.contains(first) else { return }
        #expect(projector.shown.count > former)
        #expect(projector.shown[former] == first)
    }

    private func step(_ projector: inout Projector, _ random: inout SplitMix) {
        switch Int.random(in: 0..<16, using: &random) {
        case 0: projector.play()
        case 1: projector.perform { $0.pause(at: $1) }
        case 2:
            projector.playback.stop(
                keepsPosition: Bool.random(using: &random),
                clearsBuffer: Bool.random(using: &random))
        case 3:
            let frame = Int.random(in: -1...7, using: &random)
            let loop = Int.random(in: -1...4, using: &random)
            projector.perform { $0.seek(to: frame, loop: loop, at: $1) ?? [] }
        case 4:
            let rates: [Double] = [0, 0.3, 1, 7, -2]
            let rate = rates.randomElement(using: &random) ?? 1
            projector.perform { $0.setRate(rate, at: $1) }
        case 5:
            let mode = PlaybackMode.allCases.randomElement(using: &random) ?? .forward
            projector.perform { $0.setMode(mode, at: $1) }
        case 6:
            let isVisible = Bool.random(using: &random)
            projector.perform { $0.setVisible(isVisible, at: $1) }
        case 7: projector.playback.clearBuffer()
        case 8, 9, 10, 11: projector.deliver()
        case 12: _ = projector.wake()
        default: projector.advance(by: .milliseconds(Int.random(in: -5...200, using: &random)))
        }
    }
}
