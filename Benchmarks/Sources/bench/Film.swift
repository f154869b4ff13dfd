import WebImage

/// A camera that moves over the photograph: frames are made on demand and not kept.
final class Film: FrameProvider {
    let size: PixelSize
    let count: Int
    let loopCount = 0

    init(size: PixelSize, count: Int) {
        self.size = size
        self.count = count
    }

    var rawDurations: [Duration] { Array(repeating: .milliseconds(40), count: count) }
    var durations: [Duration] { rawDurations }
    var residentByteCount: Int { 0 }

    func frame(at index: Int) -> ImageFrame {
        // Little grain: GIF has 256 colours, and files of this kind are denoised before.
        let picture = Photograph(size: size, grain: 4, shift: Float(index) / 200)
        return ImageFrame(bitmap: picture.bitmap, duration: .milliseconds(40))
    }
}
