import WebImagePixels
import WebImageRuntime

/// The frames of another provider, each changed when it is asked for.
///
/// The first frame is the poster, which the image keeps anyway: it is neither decoded nor changed
/// again.
final class DerivedFrames: FrameProvider {
    private let source: any FrameProvider
    private let poster: Bitmap
    /// The number of frames that have arrived, and the memory of their bytes; nil if all have.
    private let arrived: (count: Int, memory: Permit)?
    private let make: @Sendable (_ source: any FrameProvider, _ index: Int) throws -> ImageFrame

    init(
        _ source: any FrameProvider, poster: Bitmap, arrived: (count: Int, memory: Permit)? = nil,
        make: @escaping @Sendable (_ source: any FrameProvider, _ index: Int) throws -> ImageFrame
    ) {
        self.source = source
        self.poster = poster
        self.arrived = arrived
        self.make = make
    }

    var size: PixelSize { poster.size }
    var count: Int { arrived?.count ?? source.count }
    var isComplete: Bool { arrived == nil && source.isComplete }
    var rawDurations: [Duration] { Array(source.rawDurations.prefix(count)) }
    var durations: [Duration] { Array(source.durations.prefix(count)) }
    var loopCount: Int { source.loopCount }
    /// The bytes of the source; the poster is the image's.
    var residentByteCount: Int { source.residentByteCount }

    func frame(at index: Int) throws -> ImageFrame {
        precondition(index >= 0 && index < count, "There is no frame \(index) of \(count).")
        guard index > 0 else {
            return ImageFrame(bitmap: poster, duration: durations.first ?? .zero)
        }
        return try make(source, index)
    }
}
