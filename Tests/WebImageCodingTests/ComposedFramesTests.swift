import Synchronization
import Testing
import WebImageCoding
import WebImagePixels

struct ComposedFramesTests {
    @Test func `playing forward draws every frame once`() throws {
        let source = CountingSource()
        let frames = provider(source, layouts: Array(repeating: layout(), count: 9))
        for index in 0..<9 { _ = try frames.frame(at: index) }
        #expect(source.drawn == Array(0..<9))
    }

    @Test func `the frame at hand is not drawn again`() throws {
        let source = CountingSource()
        let frames = provider(source, layouts: Array(repeating: layout(), count: 3))
        for index in [2, 2, 2] { _ = try frames.frame(at: index) }
        #expect(source.drawn == [0, 1, 2])
    }

    @Test func `more frames of a file go on where fewer stopped, and leave these alone`() throws {
        let (fewer, more) = (CountingSource(), CountingSource())
        let first = provider(fewer, layouts: Array(repeating: layout(), count: 4))
        _ = try first.frame(at: 3)
        let all = provider(more, layouts: Array(repeating: layout(), count: 6))
        all.takeCanvas(of: first)
        #expect(try all.frame(at: 4).bitmap[0, 0] == SIMD4(15, 0, 0, 0))
        #expect(more.drawn == [4])
        #expect(try first.frame(at: 3).bitmap[0, 0] == SIMD4(10, 0, 0, 0))
        #expect(fewer.drawn == [0, 1, 2, 3])
    }

    @Test func `the canvas of another file is not taken`() throws {
        let source = CountingSource()
        var layouts = Array(repeating: layout(), count: 4)
        layouts[1].duration = .seconds(1)
        let other = provider(CountingSource(), layouts: layouts)
        _ = try other.frame(at: 2)
        let frames = provider(source, layouts: Array(repeating: layout(), count: 6))
        frames.takeCanvas(of: other)
        _ = try frames.frame(at: 2)
        #expect(source.drawn == [0, 1, 2])
    }

    @Test func `a frame elsewhere begins at the nearest key frame`() throws {
        var layouts = Array(repeating: layout(), count: 12)
        layouts[4].replaces = true
        layouts[7].disposal = .clear
        let source = CountingSource()
        let frames = provider(source, layouts: layouts)
        for index in [6, 10, 3, 5] { _ = try frames.frame(at: index) }
        #expect(source.drawn == [4, 5, 6, 8, 9, 10, 0, 1, 2, 3, 4, 5])
    }

    @Test func `what restores is no key frame, and leaves what was there`() throws {
        var layouts = Array(repeating: layout(), count: 3)
        layouts[1].disposal = .restore
        layouts[1].replaces = true
        let frames = provider(CountingSource(), layouts: layouts)
        // Every frame adds its number and one to the blue of the canvas.
        #expect(try (0..<3).map { try frames.frame(at: $0).bitmap[0, 0].x } == [1, 3, 4])
    }

    @Test func `what restores brings back transparency`() throws {
        var layouts = Array(repeating: layout(), count: 2)
        layouts[0].disposal = .restore
        let frames = provider(CountingSource(), layouts: layouts)
        let bitmap = try frames.frame(at: 1).bitmap
        #expect(bitmap[0, 0] == SIMD4(2, 0, 0, 0))
        #expect(!bitmap.isOpaque)
    }

    @Test func `what clears leaves nothing of its rectangle`() throws {
        var layouts = Array(repeating: layout(), count: 2)
        layouts[0].disposal = .clear
        layouts[0].rect.size.width = 1
        let frames = provider(CountingSource(), layouts: layouts)
        let bitmap = try frames.frame(at: 1).bitmap
        #expect([bitmap[0, 0].x, bitmap[1, 0].x] == [2, 3])
    }

    @Test func `a frame that fails takes no other with it`() throws {
        let source = CountingSource(damaged: 1)
        var layouts = Array(repeating: layout(), count: 4)
        layouts[2].replaces = true
        let frames = provider(source, layouts: layouts)
        #expect(throws: CodecError.damaged(.gif, "1")) { try frames.frame(at: 1) }
        #expect(try frames.frame(at: 0).bitmap[0, 0].x == 1)
        #expect(try frames.frame(at: 3).bitmap[0, 0].x == 7)
    }

    private func layout() -> FrameLayout {
        FrameLayout(
            rect: PixelRect(x: 0, y: 0, size: PixelSize(width: 2, height: 1)),
            duration: .milliseconds(20))
    }

    private func provider(
        _ source: CountingSource, layouts: [FrameLayout]
    ) -> ComposedFrames<CountingSource> {
        ComposedFrames(
            size: PixelSize(width: 2, height: 1), layouts: layouts, loopCount: 1, source: source)
    }
}

/// A source that records the drawn frames; a frame adds its number and one to the blue of every
/// pixel.
private final class CountingSource: FrameDrawing {
    private let indices = Mutex<[Int]>([])
    private let damaged: Int?

    init(damaged: Int? = nil) {
        self.damaged = damaged
    }

    var drawn: [Int] { indices.withLock { $0 } }
    var residentByteCount: Int { 0 }

    func draw(_ index: Int, on canvas: inout Bitmap) throws(CodecError) {
        indices.withLock { $0.append(index) }
        if index == damaged { throw .damaged(.gif, "\(index)") }
        for x in 0..<2 { canvas[x, 0] = canvas[x, 0] &+ SIMD4(UInt8(index + 1), 0, 0, 0) }
    }
}
