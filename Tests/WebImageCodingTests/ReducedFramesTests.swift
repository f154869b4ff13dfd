import TestSupport
import Testing
import WebImageCoding
import WebImagePixels
import WebImageTesting

/// Frames that are reduced while they are composed equal whole frames that are reduced afterwards.
struct ReducedFramesTests {
    private static let canvases = [
        (67, 45), (190, 41), (16, 130), (90, 90),
    ].map { PixelSize(width: $0.0, height: $0.1) }

    @Test(arguments: canvases, [Orientation.up, .right])
    func `only what changed is scaled, to the same pixels`(
        canvas: PixelSize, orientation: Orientation
    ) throws {
        for (seed, downsampling) in ReducedFrames.downsamplings(of: canvas).enumerated() {
            let source = NoiseSource(canvas, seed: UInt64(seed + canvas.width))
            let frames = try ReducedFrames(downsampling, orientation: orientation) { options in
                ComposedFrames(
                    size: canvas, layouts: source.layouts, loopCount: 0, source: source,
                    downsampling: options.downsampling, orientation: orientation)
            }
            #expect(try frames.differing() == [], "\(downsampling)")
        }
    }

    @Test func `a frame that a caller keeps does not change`() throws {
        let canvas = PixelSize(width: 40, height: 40)
        let source = NoiseSource(canvas, seed: 5)
        let frames = ComposedFrames(
            size: canvas, layouts: source.layouts, loopCount: 0, source: source,
            downsampling: Downsampling(box: PixelSize(width: 9, height: 9)))
        let kept = try (0..<source.layouts.count).map { try frames.frame(at: $0).bitmap }
        for (index, bitmap) in kept.enumerated().reversed() {
            #expect(try frames.frame(at: index).bitmap == bitmap)
        }
    }

    @Test func `a small change of a large canvas costs little`() throws {
        let canvas = PixelSize(width: 2000, height: 2000)
        let box = Downsampling(box: PixelSize(width: 50, height: 50))
        let layouts = (0..<40).map { index in
            FrameLayout(
                rect: PixelRect(
                    x: index * 50, y: index * 49, size: PixelSize(width: 1, height: 1)),
                duration: .zero)
        }
        let source = NoiseSource(canvas, layouts: layouts)
        let frames = ComposedFrames(
            size: canvas, layouts: layouts, loopCount: 0, source: source, downsampling: box)
        let first = try processorTime { _ = try frames.frame(at: 0) }
        let others = try processorTime {
            for index in 1..<40 { _ = try frames.frame(at: index) }
        }
        #expect(others < first * 20)
    }
}

/// A source of frames of noise, anywhere on a canvas, with every disposal and both blends.
private struct NoiseSource: FrameDrawing {
    private(set) var layouts: [FrameLayout] = []
    var residentByteCount: Int { 0 }

    init(_ canvas: PixelSize, layouts: [FrameLayout]) { self.layouts = layouts }

    init(_ canvas: PixelSize, seed: UInt64) {
        var state = seed
        func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        layouts = (0..<24).map { index in
            let (x, y) = (below(canvas.width), below(canvas.height))
            let most = below(3) == 0 ? 3 : max(canvas.width, canvas.height)
            let rect = PixelRect(
                x: x, y: y, size: PixelSize(width: 1 + below(most), height: 1 + below(most)))
            let isWhole = below(8) == 0
            return FrameLayout(
                rect: isWhole ? PixelRect(x: 0, y: 0, size: canvas) : rect.clamped(to: canvas),
                duration: .milliseconds(index),
                disposal: [.keep, .clear, .restore][below(3)], replaces: below(2) == 0)
        }
    }

    func draw(_ index: Int, on canvas: inout Bitmap) throws(CodecError) {
        let layout = layouts[index]
        let isOpaque = index % 3 == 0
        var frame = Scene.noise(size: layout.rect.size, seed: UInt64(index), isOpaque: isOpaque)
        let covers = layout.rect.size == canvas.size
        canvas.isOpaque = isOpaque ? canvas.isOpaque || covers : canvas.isOpaque && !layout.replaces
        if layout.replaces { frame.isOpaque = true }
        canvas.composite(frame, atX: layout.rect.x, y: layout.rect.y)
    }
}
