import Synchronization
import WebImageCaching
public import WebImageCoding
public import WebImagePixels
import WebImageRuntime

/// Given bitmaps as the frames of an animation; notes which ones are asked for.
public final class ListedFrames: FrameProvider {
    /// The frames.
    public let bitmaps: [Bitmap]
    /// How often the animation plays in total, 0 for ever.
    public let loopCount: Int
    private let failing: [Int: CodecError]
    private let listed: [Duration]
    private let requests = Mutex<[Int]>([])
    private let durationAsks = Mutex(0)

    /// An animation of bitmaps.
    ///
    /// - Parameters:
    ///   - durations: One for each bitmap; nil for 40 ms and one more for each frame.
    ///   - failing: What is thrown instead of a frame.
    /// - Precondition: There is a bitmap, and a duration for each.
    public init(
        _ bitmaps: [Bitmap], durations: [Duration]? = nil, loopCount: Int = 0,
        failing: [Int: CodecError] = [:]
    ) {
        let durations = durations ?? bitmaps.indices.map { .milliseconds(40 + $0) }
        precondition(!bitmaps.isEmpty, "An animation has a frame.")
        precondition(bitmaps.count == durations.count, "Each frame has a duration.")
        self.bitmaps = bitmaps
        self.loopCount = loopCount
        self.failing = failing
        listed = durations
    }

    /// The indices of the frames that were asked for, in order.
    public var asked: [Int] { requests.withLock { $0 } }
    /// The size of the first bitmap.
    public var size: PixelSize { bitmaps[0].size }
    /// The number of bitmaps.
    public var count: Int { bitmaps.count }
    /// How long each frame is shown.
    public var rawDurations: [Duration] {
        durationAsks.withLock { $0 += 1 }
        return listed
    }
    /// The same as ``rawDurations``.
    public var durations: [Duration] { listed }
    /// How often ``rawDurations`` was asked for, which costs an array each time.
    public var durationRequests: Int { durationAsks.withLock { $0 } }
    /// Bytes of all bitmaps.
    public var residentByteCount: Int { bitmaps.reduce(0) { $0 + $1.byteCount } }

    /// The bitmap at `index`.
    ///
    /// - Throws: What was given for the index.
    public func frame(at index: Int) throws -> ImageFrame {
        requests.withLock { $0.append(index) }
        if let failure = failing[index] { throw failure }
        return ImageFrame(bitmap: bitmaps[index], duration: listed[index])
    }
}
