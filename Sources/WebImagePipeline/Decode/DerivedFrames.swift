import WebImagePixels

/// The frames of another provider, each changed when it is asked for.
///
/// The first frame is the poster, which the image keeps anyway: it is neither decoded nor changed
/// again.
final class DerivedFrames: FrameProvider {
    private let source: any FrameProvider
    private let poster: Bitmap
    private let make: @Sendable (_ source: any FrameProvider, _ index: Int) throws -> ImageFrame

    init(
        _ source: any FrameProvider, poster: Bitmap,
        make: @escaping @Sendable (_ source: any FrameProvider, _ index: Int) throws -> ImageFrame
    ) {
        self.source = source
        self.poster = poster
        self.make = make
    }

    var size: PixelSize { poster.size }
    var count: Int { source.count }
    var rawDurations: [Duration] { source.rawDurations }
    var durations: [Duration] { source.durations }
    var loopCount: Int { source.loopCount }
    /// The bytes of the source; the poster is the image's.
    var residentByteCount: Int { source.residentByteCount }

    func frame(at index: Int) throws -> ImageFrame {
        precondition(index >= 0 && index < count, "There is no frame \(index) of \(count).")
        guard index > 0 else { return ImageFrame(bitmap: poster, duration: durations[0]) }
        return try make(source, index)
    }
}
