import WebImagePixels

/// The frames of another provider, each changed when it is asked for.
///
/// The first frame is the poster, which the image keeps anyway: it is neither decoded nor changed
/// again.
final class DerivedFrames: FrameProvider {
    private let source: any FrameProvider
    private let poster: Bitmap
    let count: Int
    private let make: @Sendable (_ source: any FrameProvider, _ index: Int) throws -> ImageFrame

    /// Creates the frames of a source, or the first ones if there is a limit.
    init(
        _ source: any FrameProvider, poster: Bitmap, limit: Int? = nil,
        make: @escaping @Sendable (_ source: any FrameProvider, _ index: Int) throws -> ImageFrame
    ) {
        self.source = source
        count = min(source.count, limit ?? .max)
        self.poster = poster
        self.make = make
    }

    var size: PixelSize { poster.size }
    var rawDurations: [Duration] { Array(source.rawDurations.prefix(count)) }
    var durations: [Duration] { Array(source.durations.prefix(count)) }
    var loopCount: Int { source.loopCount }
    /// The bytes of the source; the poster is the image's.
    var residentByteCount: Int { source.residentByteCount }

    func frame(at index: Int) throws -> ImageFrame {
        precondition(index >= 0 && index < count, "There is no frame \(index) of \(count).")
        guard index > 0 else { return ImageFrame(bitmap: poster, duration: durations[0]) }
        return try make(source, index)
    }
}
