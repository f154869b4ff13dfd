import Foundation
import Testing
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting
import WebImageViews

/// The player with threads and a clock.
@MainActor struct AnimationPlayerTests {
    private let clock = ManualClock()

    /// Advances the clock to the next frame, once the player waits for it.
    private func step(_ duration: Duration, until condition: () -> Bool) async {
        let isAsleep = await until { clock.sleeperCount == 1 }
        clock.advance(by: duration)
        let isReached = await until(condition)
        #expect(isAsleep && isReached)
    }

    @Test(arguments: PlaybackMode.allCases)
    func `it plays by itself, in order, to the end`(mode: PlaybackMode) async {
        let player = AnimationPlayer(
            ListedFrames.of([40, 10, 70], loopCount: 2), mode: mode, clock: clock)
        var shown: [Int] = []
        var loops: [Int] = []
        var ends = 0
        player.onFrame = { index, _ in shown.append(index) }
        player.onLoop = { loops.append($0) }
        player.onEnd = { _ in ends += 1 }
        player.play()
        let model = NaiveTimeline(milliseconds: [40, 10, 70], mode: mode, loopCount: 2)
        for showing in model.loop + model.loop {
            #expect(await until { shown.last == showing.frame && clock.sleeperCount == 1 })
            clock.advance(by: .milliseconds(showing.milliseconds))
        }
        #expect(await until { ends == 1 })
        var expected = (model.loop + model.loop).map(\.frame)
        if model.returns { expected.append(expected[0]) }
        #expect(shown == expected)
        #expect(loops == [1, 2])
        #expect(clock.sleeperCount == 0)
        #expect(!player.isPlaying)
    }

    @Test func `preloaded frames are there before it plays`() async {
        let player = AnimationPlayer(ListedFrames.of((0..<20).map { _ in 40 }), clock: clock)
        player.preload()
        let bytes = 20 * ListedFrames.frameBytes
        #expect(await until { player.bufferedByteCount == bytes })
        #expect(player.shownFrame == nil)
    }

    @Test func `frames are decoded elsewhere while the caller goes on`() async {
        let frames = GatedFrames()
        let player = AnimationPlayer(frames, clock: clock)
        var shown: [Int] = []
        player.onFrame = { index, _ in shown.append(index) }
        player.play()
        // Decoding on this thread would block it before it opens the gate.
        #expect(await until { frames.gate.isWaitedFor })
        #expect(shown == [])
        frames.gate.open()
        #expect(await until { shown == [0] })
    }

    @Test func `a player that is let go plays no more`() async {
        var player: AnimationPlayer? = AnimationPlayer(ListedFrames.of([40, 40]), clock: clock)
        weak let dead = player
        player?.play()
        #expect(await until { clock.sleeperCount == 1 })
        player = nil
        #expect(await until { dead == nil && clock.sleeperCount == 0 })
    }

    @Test func `paused and stopped, it does not wake up`() async {
        let player = AnimationPlayer(ListedFrames.of([40, 40]), clock: clock)
        player.play()
        #expect(await until { clock.sleeperCount == 1 })
        player.pause()
        #expect(await until { clock.sleeperCount == 0 })
        player.play()
        #expect(await until { clock.sleeperCount == 1 })
        player.stop()
        #expect(await until { clock.sleeperCount == 0 })
        #expect(player.shownFrame == nil)
    }

    @Test func `a frame clock may drive it`() async {
        let player = AnimationPlayer(ListedFrames.of([40, 40, 40]), clock: clock)
        player.usesOwnTimer = false
        player.play()
        #expect(await until { player.shownFrame == 0 })
        for _ in 0..<5 {
            clock.advance(by: .milliseconds(16))
            player.tick()
        }
        #expect(await until { player.shownFrame == 2 })
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a handler may command the player`() async {
        let player = AnimationPlayer(ListedFrames.of([40, 40, 40]), clock: clock)
        var shown: [Int] = []
        player.onFrame = { [unowned player] index, _ in
            shown.append(index)
            if index == 0 { player.seek(to: 2) }
            if index == 2 { player.pause() }
        }
        player.play()
        #expect(await until { shown == [0, 2] })
        #expect(!player.isPlaying)
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a player stands still until it is told to play`() async {
        let frames = ListedFrames.of([40, 40])
        let player = AnimationPlayer(frames, clock: clock)
        player.tick()
        player.setVisible(true)
        #expect(!player.isPlaying)
        #expect(player.shownFrame == nil)
        #expect(clock.sleeperCount == 0)
        #expect(frames.asked == [])
    }

    @Test func `a still has no player`() {
        #expect(AnimationPlayer(.dot(), from: ViewPipeline().pipeline) == nil)
        let frames = ListedFrames.of([40, 40])
        let moving = DecodedImage(poster: frames.bitmaps[0], frames: frames)
        #expect(AnimationPlayer(moving, from: ViewPipeline().pipeline) != nil)
    }

    @Test(arguments: [(0, 0, false), (999, 799, false), (16, 400, true)])
    func `a first frame is compared in a few places, whatever its size`(
        x: Int, y: Int, isSame: Bool
    ) throws {
        let first = Bitmap(size: PixelSize(width: 1000, height: 800), isOpaque: true)
        var other = first
        other[x, y] = SIMD4(9, 9, 9, 255)
        func image(_ poster: Bitmap, count: Int) -> DecodedImage {
            let bitmaps = Array(repeating: poster, count: count)
            let durations = Array(repeating: Duration.milliseconds(40), count: count)
            let frames = ListedFrames(bitmaps, durations: durations, isComplete: count > 2)
            return DecodedImage(poster: poster, frames: frames)
        }
        let arriving = image(first, count: 2)
        let player = try #require(AnimationPlayer(arriving, from: ViewPipeline().pipeline))
        #expect(player.extend(to: image(other, count: 3)) == isSame)
        #expect(player.frameCount == (isSame ? 3 : 2))
    }

    @Test func `rate, order, visibility and buffer can be changed while it plays`() async {
        let player = AnimationPlayer(ListedFrames.of([40, 40, 40]), clock: clock)
        player.play()
        #expect(await until { clock.sleeperCount == 1 })
        player.setRate(2)
        #expect(player.rate == 2)
        await step(.milliseconds(20)) { player.shownFrame == 1 }
        player.setMode(.reverse)
        #expect(player.mode == .reverse)
        await step(.milliseconds(20)) { player.shownFrame == 0 }
        player.setVisible(false)
        #expect(await until { clock.sleeperCount == 0 })
        player.clearBuffer()
        #expect(player.bufferedByteCount == 0)
        player.setVisible(true)
        await step(.milliseconds(20)) { player.shownFrame == 2 }
        #expect(player.isPlaying)
    }
}

/// Two frames behind a gate.
private final class GatedFrames: FrameProvider {
    let gate = Gate()
    let size = PixelSize(width: 4, height: 4)
    let count = 2
    let durations: [Duration] = []
    let rawDurations: [Duration] = []
    let loopCount = 0
    let residentByteCount = 0

    func frame(at index: Int) -> ImageFrame {
        gate.pass()
        return ImageFrame(bitmap: Bitmap(size: size), duration: .milliseconds(100))
    }
}

/// A gate that blocks threads until it is opened.
// Safe because both fields are read and written under the condition's lock only.
private final class Gate: @unchecked Sendable {
    private let condition = NSCondition()
    private var isOpen = false
    private var waiters = 0

    var isWaitedFor: Bool { condition.withLock { waiters > 0 } }

    func pass() {
        condition.lock()
        waiters += 1
        while !isOpen { condition.wait() }
        condition.unlock()
    }

    func open() {
        condition.withLock { isOpen = true }
        condition.broadcast()
    }
}
