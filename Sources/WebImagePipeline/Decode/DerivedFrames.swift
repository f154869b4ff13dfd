import WebImageCaching
import WebImagePixels

/// The frames of another provider, each changed when it is asked for.
///
/// The first one is the poster, which the image keeps anyway: it is neither decoded nor changed
/// again. Callers may ask at once.
final class DerivedFrames: FrameProvider {
    /// Makes the frame of an index from that of the source.
    typealias Make = @Sendable (_ source: any FrameProvider, _ index: Int) throws -> Frame

    private let source: any FrameProvider
    private let poster: Bitmap
    private let make: Make

    /// The frames of `source` as `make` changes them; `poster` is the first.
    init(_ source: any FrameProvider, poster: Bitmap, make: @escaping Make) {
        self.source = source
        self.poster = poster
        self.make = make
    }

    var size: PixelSize { poster.size }
    var count: Int { source.count }
    var rawDurations: [Duration] { source.rawDurations }
    var durations: [Duration] { source.durations }
    var loopCount: Int { source.loopCount }
    /// The source's; the poster is the image's.
    var residentByteCount: Int { source.residentByteCount }

    func frame(at index: Int) throws -> Frame {
        precondition(index >= 0 && index < count, "There is no frame \(index) of \(count).")
        guard index > 0 else { return Frame(bitmap: poster, duration: durations[0]) }
        return try make(source, index)
    }
}
