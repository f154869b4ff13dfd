import Testing
import WebImageCaching
import WebImagePixels
import WebImageTesting
import WebImageViews

/// An animation that is played while its frames arrive.
struct ArrivingPlaybackTests {
    private static let durations = [40, 10, 70, 30, 20]

    private func frames(_ count: Int, loopCount: Int = 0) -> ListedFrames {
        .of(Array(Self.durations.prefix(count)), loopCount: loopCount)
    }

    @Test func `at the last known frame it waits for more, and goes on there`() {
        var projector = Projector(frames(2), isComplete: false)
        projector.play()
        projector.next()
        #expect(projector.shown == [0, 1])
        projector.next()
        #expect(projector.playback.wakeTime == nil)
        projector.advance(by: .seconds(60))
        #expect(projector.shown == [0, 1] && projector.loops.isEmpty)
        projector.extend(to: frames(4), isComplete: false)
        projector.next()
        #expect(projector.shown == [0, 1, 2])
        // The waiting time did not count.
        #expect(projector.playback.wakeTime == projector.now + .milliseconds(70))
        projector.next()
        projector.extend(to: frames(5), isComplete: true)
        for _ in 0..<3 { projector.next() }
        #expect(projector.shown == [0, 1, 2, 3, 4, 0, 1])
        #expect(projector.loops == [1])
        #expect(projector.faults.isEmpty && projector.playback.isPlaying)
    }

    @Test func `it ends once all have arrived and all loops were played`() {
        var projector = Projector(frames(3, loopCount: 1), isComplete: false)
        projector.play()
        while projector.wake() {}
        #expect(projector.ends.isEmpty && projector.playback.isPlaying)
        // The number of loops stands at the end of some files.
        projector.extend(to: frames(3, loopCount: 2), isComplete: true)
        while projector.wake() {}
        #expect(projector.shown == [0, 1, 2, 0, 1, 2])
        #expect(projector.ends.count == 1 && projector.ends[0].isPlayed)
    }

    @Test(arguments: [PlaybackMode.reverse, .reverseBounce])
    func `a mode that begins with the last frame shows the first until it is there`(
        mode: PlaybackMode
    ) {
        var projector = Projector(frames(2), mode: mode, isComplete: false)
        projector.play()
        projector.advance(by: .seconds(1))
        #expect(projector.playback.wakeTime == nil)
        #expect(projector.shown == [0])
        projector.extend(to: frames(4), isComplete: true)
        for _ in 0..<3 { projector.next() }
        #expect(projector.shown == [0, 3, 2, 1, 0])
    }

    @Test func `there and back begins with the frames that are there`() {
        var projector = Projector(frames(2), mode: .bounce, isComplete: false)
        projector.play()
        while projector.wake() {}
        projector.extend(to: frames(3), isComplete: true)
        for _ in 0..<3 { projector.next() }
        #expect(projector.shown == [0, 1, 2, 1, 0])
        #expect(projector.playback.mode == .bounce)
    }

    @Test func `a mode set meanwhile holds from the end of loading on`() {
        var projector = Projector(frames(3), isComplete: false)
        projector.play()
        projector.next()
        projector.perform { $0.setMode(.reverse, at: $1) }
        projector.extend(to: frames(5), isComplete: true)
        for _ in 0..<2 { projector.next() }
        #expect(projector.shown == [0, 1, 0, 4])
    }

    @Test func `fewer frames than before change nothing`() {
        var projector = Projector(frames(4), isComplete: false)
        projector.play()
        let before = projector.playback.wakeTime
        projector.perform { playback, now in
            playback.extend(to: frames(3), isComplete: true, at: now)
        }
        #expect(projector.playback.frameCount == 4)
        #expect(projector.playback.wakeTime == before)
    }

    @Test(arguments: 1...300 as ClosedRange<UInt64>)
    func `whenever frames arrive, each is shown once and in order before the first loop`(
        seed: UInt64
    ) {
        var random = SplitMix(state: seed)
        let durations = (0..<Int.random(in: 2..<22, using: &random)).map { _ in
            Int.random(in: 11..<100, using: &random)
        }
        var known = Int.random(in: 1...durations.count, using: &random)
        let all = { (count: Int) in ListedFrames.of(Array(durations.prefix(count))) }
        var projector = Projector(
            all(known), isComplete: false,
            budget: Int.random(in: 0..<4, using: &random) * ListedFrames.frameBytes)
        projector.play()
        while known < durations.count {
            for _ in 0..<Int.random(in: 0..<4, using: &random) where !projector.wake() {
                projector.advance(by: .milliseconds(Int.random(in: 0..<300, using: &random)))
            }
            #expect(projector.shown == Array(0..<projector.shown.count))
            #expect(projector.shown.count <= known && projector.loops.isEmpty)
            known = min(known + Int.random(in: 1...4, using: &random), durations.count)
            projector.extend(to: all(known), isComplete: false)
        }
        while projector.wake() {}
        #expect(projector.shown == Array(durations.indices))
        projector.extend(to: all(known), isComplete: true)
        for _ in durations { projector.next() }
        #expect(projector.shown == Array(durations.indices) + Array(durations.indices))
        #expect(projector.faults.isEmpty)
    }

    // The slot of a view.

    private func animated(_ count: Int) -> DecodedImage {
        DecodedImage(poster: Bitmap(size: PixelSize(width: 4, height: 4)), frames: frames(count))
    }

    @Test func `more frames of a load extend its animation, without a transition`() {
        var probe = SlotProbe()
        var plan = ImagePresentation(transition: .fade)
        plan.transitionRule = .always
        plan.waitsForTransition = true
        probe.begin(plan)
        probe.change { [id = probe.lastAttempt] in $0.previewed(id, .dot()) }
        probe.change { [id = probe.lastAttempt] in $0.previewed(id, animated(2)) }
        _ = probe.log()
        probe.change { [id = probe.lastAttempt] in $0.previewed(id, animated(4)) }
        #expect(probe.log() == "extend preview")
        probe.succeed(animated(5))
        #expect(probe.log() == "extend image, end")
    }

    @Test func `another load's animation is a new one`() {
        var probe = SlotProbe()
        var plan = ImagePresentation(transition: .fade)
        plan.keepsFormerPicture = true
        probe.begin(plan)
        probe.change { [id = probe.lastAttempt] in $0.previewed(id, animated(2)) }
        probe.begin(plan, "b")
        _ = probe.log()
        probe.change { [id = probe.lastAttempt] in $0.previewed(id, animated(3)) }
        #expect(probe.log() == "preview")
        probe.succeed(.dot())
        #expect(probe.log() == "image by fade, end")
    }
}
