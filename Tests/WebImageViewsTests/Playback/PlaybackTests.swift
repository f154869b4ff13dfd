import Testing
import WebImageCaching
import WebImageCoding
import WebImagePixels
import WebImageTesting
import WebImageViews

/// Starting, stopping, seeking, and animations that are empty or damaged.
struct PlaybackTests {
    @Test func `a pause keeps the place within a frame, a stop does not`() {
        var projector = Projector(ListedFrames.of([100, 100, 100]))
        projector.play()
        projector.advance(by: .milliseconds(150))
        projector.perform { $0.pause(at: $1) }
        projector.advance(by: .seconds(9))
        #expect(projector.shown == [0, 1])
        #expect(projector.playback.wakeTime == nil)
        projector.play()
        #expect(projector.playback.wakeTime == projector.now + .milliseconds(50))

        projector.playback.stop()
        #expect(projector.shown == [0, 1])
        projector.play()
        #expect(projector.shown == [0, 1, 0])
    }

    @Test func `a stop can keep the place, and forget the frames`() {
        var projector = Projector(ListedFrames.of([100, 100, 100]))
        projector.play()
        projector.advance(by: .milliseconds(150))
        projector.playback.stop(keepsPosition: true)
        #expect(projector.playback.bufferedFrameCount == 3)
        #expect(projector.playback.shownFrame == 1)
        projector.playback.stop(keepsPosition: true, clearsBuffer: true)
        #expect(projector.playback.bufferedByteCount == 0)
        projector.play()
        projector.advance(by: .milliseconds(50))
        #expect(projector.shown == [0, 1, 2])
    }

    @Test func `preloaded, all frames are decoded once, before and while it plays`() {
        let durations = (0..<20).map { _ in 100 }
        var projector = Projector(ListedFrames.of(durations))
        projector.perform { $0.preload(at: $1) }
        #expect(projector.playback.bufferedFrameCount == 20)
        #expect(projector.shown == [])
        projector.play()
        for _ in 0..<45 { projector.next() }
        #expect(projector.shown == (0...45).map { $0 % 20 })
        #expect(projector.decoded == Array(0..<20))
        #expect(projector.faults == [])
    }

    @Test func `preloading keeps to the buffer, and ends with it`() {
        let durations = (0..<20).map { _ in 100 }
        var projector = Projector(ListedFrames.of(durations), budget: 12 * ListedFrames.frameBytes)
        projector.perform { $0.preload(at: $1) }
        #expect(projector.playback.bufferedFrameCount == 12)
        projector.play()
        for _ in 0..<40 { projector.next() }
        #expect(projector.shown == (0...40).map { $0 % 20 })
        #expect(projector.maxBuffered == 12 * ListedFrames.frameBytes)
        projector.playback.clearBuffer()
        projector.next()
        #expect(projector.playback.bufferedFrameCount == 8)
    }

    @Test func `played again after the end, it begins anew`() {
        var projector = Projector(ListedFrames.of([100, 100]), loopCount: 1)
        projector.play()
        projector.advance(by: .seconds(1))
        #expect(projector.playback.hasEnded)
        projector.play()
        projector.advance(by: .seconds(1))
        #expect(projector.shown == [0, 1, 0, 1])
        #expect(projector.loops == [1, 1])
        #expect(projector.ends.count == 2)
    }

    @Test func `seeking shows the frame each time, playing or not`() {
        var projector = Projector(ListedFrames.of([100, 100, 100]), loopCount: 2)
        for frame in [2, 0, 1, 1] { projector.perform { $0.seek(to: frame, at: $1) ?? [] } }
        #expect(projector.shown == [2, 0, 1, 1])
        projector.perform { $0.seek(to: 2, loop: 1, at: $1) ?? [] }
        projector.play()
        projector.advance(by: .milliseconds(100))
        #expect(projector.loops == [2])
        #expect(projector.ends.count == 1)
    }

    @Test(arguments: [(-1, 0), (3, 0), (0, -1), (0, 2)])
    func `seeking where there is nothing changes nothing`(frame: Int, loop: Int) {
        var projector = Projector(ListedFrames.of([100, 100, 100]), loopCount: 2)
        projector.play()
        let former = projector.playback.wakeTime
        #expect(projector.playback.seek(to: frame, loop: loop, at: .zero) == nil)
        #expect(projector.playback.wakeTime == former)
    }

    @Test(arguments: [0, -1, -Double.infinity, .nan])
    func `a rate of nothing or less stands still, and goes on after it`(rate: Double) {
        var projector = Projector(ListedFrames.of([100, 100]))
        projector.play()
        projector.advance(by: .milliseconds(30))
        projector.perform { $0.setRate(rate, at: $1) }
        #expect(projector.playback.rate == 0)
        #expect(projector.playback.wakeTime == nil)
        projector.advance(by: .seconds(5))
        projector.perform { $0.setRate(Double.infinity, at: $1) }
        #expect(projector.playback.rate == 1024)
        projector.perform { $0.setRate(1, at: $1) }
        #expect(projector.shown == [0])
        #expect(projector.playback.wakeTime == projector.now + .milliseconds(70))
    }

    @Test func `a clock that goes back stands still`() {
        var projector = Projector(ListedFrames.of([100, 100]))
        projector.now = .seconds(10)
        projector.play()
        projector.advance(by: .seconds(-5))
        projector.advance(by: .milliseconds(5099))
        #expect(projector.shown == [0])
        projector.advance(by: .milliseconds(1))
        #expect(projector.shown == [0, 1])
    }

    @Test func `out of sight time stands still`() {
        var projector = Projector(ListedFrames.of([100, 100]))
        projector.play()
        projector.perform { $0.setVisible(false, at: $1) }
        #expect(projector.playback.wakeTime == nil)
        projector.advance(by: .seconds(5))
        projector.perform { $0.setVisible(true, at: $1) }
        #expect(projector.shown == [0])
        #expect(projector.playback.wakeTime == projector.now + .milliseconds(100))
    }

    @Test func `the order may change while it plays`() {
        var projector = Projector(ListedFrames.of([100, 100, 100, 100]))
        projector.play()
        for _ in 0..<2 { projector.advance(by: .milliseconds(100)) }
        projector.perform { $0.setMode(.reverse, at: $1) }
        for _ in 0..<3 { projector.advance(by: .milliseconds(100)) }
        #expect(projector.shown == [0, 1, 2, 1, 0, 3])
    }

    @Test(arguments: PlaybackMode.allCases)
    func `a single frame is shown, and that is all`(mode: PlaybackMode) {
        var projector = Projector(ListedFrames.of([100]), mode: mode)
        projector.play()
        #expect(projector.shown == [0])
        #expect(projector.ends.map(\.isPlayed) == [true])
        #expect(projector.playback.wakeTime == nil)
    }

    @Test(arguments: PlaybackMode.allCases)
    func `frames of no duration, or less, take a tenth of a second`(mode: PlaybackMode) {
        var projector = Projector(ListedFrames.of([0, -5, 0]), mode: mode)
        projector.play()
        #expect(projector.playback.wakeTime == .milliseconds(100))
        projector.next()
        #expect(projector.playback.wakeTime == .milliseconds(200))
    }

    @Test func `a frame that cannot be decoded is skipped, for its time`() {
        var projector = Projector(ListedFrames.of([100, 100, 100], failing: [1]))
        projector.play()
        for _ in 0..<6 { projector.next() }
        #expect(projector.now == .milliseconds(600))
        #expect(projector.shown == [0, 2, 0, 2, 0])
        #expect(projector.ends.isEmpty)
    }

    @Test func `a damaged first frame does not stop the others`() {
        var projector = Projector(ListedFrames.of([100, 100, 100], failing: [0]), budget: 0)
        projector.play()
        for _ in 0..<300 { projector.next() }
        #expect(Array(projector.shown.prefix(4)) == [1, 2, 1, 2])
    }

    @Test(arguments: [0, 1 << 20])
    func `one that cannot be decoded at all ends with the reason`(budget: Int) {
        var projector = Projector(
            ListedFrames.of([100, 100, 100], failing: [0, 1, 2]), budget: budget)
        projector.play()
        for _ in 0..<10 { _ = projector.wake() }
        #expect(projector.shown == [])
        #expect(projector.ends.map(\.isPlayed) == [false])
        #expect(!projector.playback.isPlaying)
    }
}
