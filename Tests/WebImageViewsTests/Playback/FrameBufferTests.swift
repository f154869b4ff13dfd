import Synchronization
import Testing
import WebImageCaching
import WebImagePixels
import WebImageRuntime
import WebImageTesting
import WebImageViews

/// The times of decodes, and the buffered frames.
struct FrameBufferTests {
    private static let frame = ListedFrames.frameBytes

    @Test func `where all frames fit, each is decoded once`() {
        let frames = ListedFrames.of([20, 20, 20, 20])
        var projector = Projector(frames, budget: 4 * Self.frame)
        projector.play()
        for _ in 0..<40 { projector.next() }
        #expect(projector.decoded.sorted() == [0, 1, 2, 3])
    }

    @Test(arguments: PlaybackMode.allCases, 0..<6)
    func `the buffer never takes more than its bytes, or one frame`(
        mode: PlaybackMode, budget: Int
    ) {
        let frames = ListedFrames.of(Array(repeating: 20, count: 9))
        var projector = Projector(frames, mode: mode, budget: budget * Self.frame)
        projector.play()
        for _ in 0..<100 { projector.next() }
        #expect(projector.maxBuffered <= max(budget, 1) * Self.frame)
        #expect(projector.faults == [])
    }

    @Test func `with a budget of nothing only the frame that is due is decoded`() {
        var projector = Projector(ListedFrames.of([20, 20, 20]), budget: 0)
        projector.play()
        #expect(projector.decoded == [0])
        projector.next()
        #expect(projector.decoded == [0, 1])
    }

    @Test func `frames are decoded before they are due`() {
        var projector = Projector(ListedFrames.of([20, 20, 20, 20]), budget: 3 * Self.frame)
        projector.decodesAtOnce = false
        projector.play()
        for _ in 0..<5 { projector.deliver() }
        #expect(projector.decoded == [0, 1, 2])
        #expect(projector.shown == [0])
    }

    @Test func `a late clock skips frames without decoding them`() {
        var projector = Projector(
            ListedFrames.of(Array(repeating: 20, count: 100)), budget: 0)
        projector.play()
        projector.advance(by: .milliseconds(20 * 57))
        #expect(projector.shown == [0, 57])
        #expect(projector.decoded == [0, 57])
    }

    @Test func `decoding that is too slow shows fewer frames, in order, and never stops`() {
        var projector = Projector(
            ListedFrames.of(Array(repeating: 20, count: 50)), loopCount: 1, budget: 0)
        projector.decodesAtOnce = false
        projector.play()
        for _ in 0..<30 {
            projector.advance(by: .milliseconds(55))
            projector.deliver()
        }
        #expect(projector.shown.first == 0)
        #expect(projector.shown.last == 49)
        #expect(projector.shown.count > 15)
        #expect(projector.shown == projector.shown.sorted())
        #expect(projector.ends.count == 1)
    }

    @Test func `frames larger than announced are held to the same bytes`() {
        let frames = GrowingFrames()
        var projector = Projector(frames, budget: 10 * Self.frame)
        projector.play()
        for _ in 0..<100 { projector.next() }
        #expect(projector.maxBuffered <= 10 * Self.frame)
        #expect(frames.asks.withLock { $0 } < 500)
    }

    @Test(arguments: PlaybackMode.allCases)
    func `a hundred thousand frames play in bounded memory`(mode: PlaybackMode) {
        let frames = ManyFrames(count: 100_000, durations: [])
        var projector = Projector(frames, mode: mode, loopCount: 1, budget: 16 * Self.frame)
        projector.play()
        for _ in 0..<1000 { projector.next() }
        // The rest in leaps, as by a late clock.
        while projector.playback.isPlaying { projector.advance(by: .seconds(7)) }
        #expect(projector.maxBuffered <= 16 * Self.frame)
        #expect(projector.loops == [1])
        #expect(projector.faults == [])
    }

    @Test(arguments: PlaybackMode.allCases)
    func `an absurd number of frames costs nothing`(mode: PlaybackMode) {
        let frames = ManyFrames(count: .max, durations: [.milliseconds(20), .seconds(1 << 60)])
        var projector = Projector(frames, mode: mode, budget: .max)
        projector.play()
        for _ in 0..<20 { projector.next() }
        for _ in 0..<20 { projector.advance(by: .seconds(1 << 40)) }
        projector.perform { $0.seek(to: .max - 1, at: $1) ?? [] }
        #expect(projector.playback.shownFrame == .max - 1)
        #expect(projector.maxBuffered < 1 << 20)
    }
}

/// Frames made on demand.
final class ManyFrames: FrameProvider {
    let size = PixelSize(width: 4, height: 4)
    let count: Int
    let durations: [Duration]
    var rawDurations: [Duration] { durations }
    let loopCount = 0
    let residentByteCount = 0

    init(count: Int, durations: [Duration]) {
        self.count = count
        self.durations = durations
    }

    func frame(at index: Int) -> ImageFrame {
        ImageFrame(bitmap: Bitmap(size: size), duration: .milliseconds(100))
    }
}

/// Frames that are larger than announced.
private final class GrowingFrames: FrameProvider {
    let size = PixelSize(width: 4, height: 4)
    let count = 12
    let durations: [Duration] = []
    let rawDurations: [Duration] = []
    let loopCount = 0
    let residentByteCount = 0
    let asks = Mutex(0)

    func frame(at index: Int) -> ImageFrame {
        asks.withLock { $0 += 1 }
        let bitmap = Bitmap(size: PixelSize(width: 4, height: 4 + index))
        return ImageFrame(bitmap: bitmap, duration: .milliseconds(100))
    }
}
