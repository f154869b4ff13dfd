import Testing
import WebImageCaching
import WebImagePipeline
import WebImagePixels
import WebImageTesting
import WebImageViews

/// An animation that is played while its frames arrive.
struct ArrivingPlaybackTests {
    private static let durations = [40, 10, 70, 30, 20]

    private func frames(
        _ count: Int, loopCount: Int = 0, isComplete: Bool = false
    ) -> ListedFrames {
        .of(
            Array(Self.durations.prefix(count)), loopCount: loopCount, isComplete: isComplete)
    }

    @Test func `at the last known frame it waits for more, and goes on there`() {
        var projector = Projector(frames(2))
        projector.play()
        projector.next()
        #expect(projector.shown == [0, 1])
        projector.next()
        #expect(projector.playback.wakeTime == nil)
        projector.advance(by: .seconds(60))
        #expect(projector.shown == [0, 1] && projector.loops.isEmpty)
        projector.extend(to: frames(4))
        #expect(projector.shown == [0, 1, 2])
        // The time of waiting did not count.
        #expect(projector.playback.wakeTime == projector.now + .milliseconds(70))
        projector.next()
        projector.extend(to: frames(5, isComplete: true))
        for _ in 0..<3 { projector.next() }
        #expect(projector.shown == [0, 1, 2, 3, 4, 0, 1])
        #expect(projector.loops == [1])
        #expect(projector.faults.isEmpty && projector.playback.isPlaying)
    }

    @Test func `the frame it waited for is shown for its time, however late it is decoded`() {
        var projector = Projector(frames(2))
        projector.play()
        while projector.wake() {}
        projector.decodesAtOnce = false
        projector.extend(to: frames(5, isComplete: true))
        projector.advance(by: .milliseconds(90))
        #expect(projector.shown == [0, 1] && projector.pending == 2)
        projector.deliver()
        #expect(projector.shown == [0, 1, 2])
        #expect(projector.playback.wakeTime == projector.now + .milliseconds(70))
    }

    @Test func `a frame that is decoded meanwhile is not lost`() {
        var projector = Projector(frames(3), budget: 0)
        projector.decodesAtOnce = false
        projector.play()
        projector.deliver()
        projector.advance(by: .milliseconds(40))
        #expect(projector.pending == 1)
        projector.extend(to: frames(5))
        projector.deliver()
        #expect(projector.shown == [0, 1] && projector.faults.isEmpty)
    }

    @Test func `it ends once all have arrived and all loops were played`() {
        var projector = Projector(frames(3, loopCount: 1))
        projector.play()
        while projector.wake() {}
        #expect(projector.ends.isEmpty && projector.playback.isPlaying)
        // The number of loops stands at the end of some files.
        projector.extend(to: frames(3, loopCount: 2, isComplete: true))
        while projector.wake() {}
        #expect(projector.shown == [0, 1, 2, 0, 1, 2])
        #expect(projector.ends.count == 1 && projector.ends[0].isPlayed)
    }

    @Test(arguments: PlaybackMode.allCases)
    func `it plays forward until all are there, then in its mode`(mode: PlaybackMode) {
        var projector = Projector(frames(3), mode: mode)
        projector.play()
        projector.next()
        #expect(projector.shown == [0, 1])
        projector.extend(to: frames(4, isComplete: true))
        for _ in 0..<4 { projector.next() }
        let rest =
            switch mode {
            case .forward: [2, 3, 0, 1]
            case .reverse: [0, 3, 2, 1]
            case .bounce: [2, 3, 2, 1]
            case .reverseBounce: [0, 1, 2, 3]
            }
        #expect(projector.shown == [0, 1] + rest)
        #expect(projector.playback.mode == mode)
    }

    @Test func `a mode set meanwhile holds once all are there`() {
        var projector = Projector(frames(3))
        projector.play()
        projector.perform { $0.setMode(.reverse, at: $1) }
        projector.next()
        projector.extend(to: frames(5, isComplete: true))
        for _ in 0..<2 { projector.next() }
        #expect(projector.shown == [0, 1, 0, 4])
    }

    @Test func `fewer frames than before, or more than all, change nothing`() {
        var projector = Projector(frames(4))
        projector.play()
        let before = projector.playback.wakeTime
        #expect(projector.playback.extend(to: frames(3), at: projector.now) == nil)
        #expect(projector.playback.frameCount == 4)
        #expect(projector.playback.wakeTime == before)
        projector.extend(to: frames(4, isComplete: true))
        #expect(projector.playback.isComplete)
        #expect(projector.playback.extend(to: frames(5), at: projector.now) == nil)
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
        func arrived(isComplete: Bool = false) -> ListedFrames {
            .of(Array(durations.prefix(known)), isComplete: isComplete)
        }
        let budget = Int.random(in: 0..<4, using: &random) * ListedFrames.frameBytes
        var projector = Projector(arrived(), budget: budget)
        projector.play()
        while known < durations.count {
            for _ in 0..<Int.random(in: 0..<4, using: &random) where !projector.wake() {
                projector.advance(by: .milliseconds(Int.random(in: 0..<300, using: &random)))
            }
            #expect(projector.shown == Array(0..<projector.shown.count))
            #expect(projector.shown.count <= known && projector.loops.isEmpty)
            known = min(known + Int.random(in: 1...4, using: &random), durations.count)
            projector.extend(to: arrived())
        }
        while projector.wake() {}
        #expect(projector.shown == Array(durations.indices))
        projector.extend(to: arrived(isComplete: true))
        for _ in durations { projector.next() }
        #expect(projector.shown == Array(durations.indices) + Array(durations.indices))
        #expect(projector.faults.isEmpty)
    }

    // The player.

    private func image(
        _ count: Int, seed: UInt64 = 1, durations: [Int] = durations, isComplete: Bool = false
    ) -> DecodedImage {
        let size = PixelSize(width: 4, height: 4)
        let bitmaps = (0..<count).map { Scene.noise(size: size, seed: seed + UInt64($0)) }
        let frames = ListedFrames(
            bitmaps, durations: durations.prefix(count).map { .milliseconds($0) },
            isComplete: isComplete)
        return DecodedImage(poster: bitmaps[0], frames: frames)
    }

    @Test @MainActor func `a player takes more frames of the same animation only`() throws {
        let pipeline = ViewPipeline().pipeline
        let player = try #require(
            AnimationPlayer(image(3), from: pipeline, clock: ManualClock()))
        #expect(!player.extend(to: image(2)))
        #expect(!player.extend(to: image(4, seed: 9)))
        #expect(!player.extend(to: image(4, durations: [40, 11, 70, 30])))
        #expect(!player.extend(to: .dot()))
        #expect(player.frameCount == 3)
        #expect(player.extend(to: image(4)))
        #expect(player.extend(to: image(5, isComplete: true)))
        #expect(player.frameCount == 5)
        #expect(!player.extend(to: image(5, isComplete: true)))
    }

    // The slot of a view.

    @Test func `more frames of a load extend its animation, without a transition`() {
        var probe = SlotProbe()
        var plan = ImagePresentation(transition: .fade)
        plan.transitionRule = .always
        plan.waitsForTransition = true
        probe.begin(plan)
        probe.change { [id = probe.lastAttempt] in $0.previewed(id, .dot()) }
        probe.change { [id = probe.lastAttempt] in $0.previewed(id, image(2)) }
        _ = probe.log()
        probe.change { [id = probe.lastAttempt] in $0.previewed(id, image(4)) }
        #expect(probe.log() == "extend preview")
        probe.succeed(image(5, isComplete: true))
        #expect(probe.log() == "extend image, end")
    }

    @Test func `a load that begins again does not put its animation back`() {
        var probe = SlotProbe()
        probe.begin()
        probe.change { [id = probe.lastAttempt] in $0.previewed(id, image(4)) }
        _ = probe.log()
        probe.change { [id = probe.lastAttempt] in $0.previewed(id, .dot()) }
        probe.change { [id = probe.lastAttempt] in $0.previewed(id, image(2)) }
        #expect(probe.log() == "")
        probe.change { [id = probe.lastAttempt] in $0.previewed(id, image(5)) }
        #expect(probe.log() == "extend preview")
        probe.fail()
        #expect(probe.log() == "end disk")
    }

    @Test func `another load's animation is a new one`() {
        var probe = SlotProbe()
        var plan = ImagePresentation(transition: .fade)
        plan.keepsFormerPicture = true
        probe.begin(plan)
        probe.change { [id = probe.lastAttempt] in $0.previewed(id, image(2)) }
        probe.begin(plan, "b")
        _ = probe.log()
        probe.change { [id = probe.lastAttempt] in $0.previewed(id, image(3)) }
        #expect(probe.log() == "preview")
        probe.succeed(.dot())
        #expect(probe.log() == "image by fade, end")
    }
}
