import Synchronization
public import WebImageCoding
public import WebImagePixels

/// An animation of given bitmaps, which records the requested frames.
public final class ListedFrames: FrameProvider {
    /// The frames.
    public let bitmaps: [Bitmap]
    /// The total number of times the animation plays, 0 for endlessly.
    public let loopCount: Int
    /// `false` for the first frames of an animation that is still arriving.
    public let isComplete: Bool
    private let failing: [Int: CodecError]
    private let listed: [Duration]
    private let requests = Mutex<[Int]>([])
    private let durationAsks = Mutex(0)

    /// Creates an animation of bitmaps.
    ///
    /// - Parameters:
    ///   - bitmaps: The frames, at least one.
    ///   - durations: One for each bitmap; nil for 40 ms, 41 ms and so on.
    ///   - loopCount: The total number of times the animation plays, 0 for endlessly.
    ///   - isComplete: `false` for the first frames of an animation that is still arriving.
    ///   - failing: The errors thrown instead of frames, by index.
    /// - Precondition: There is a bitmap, and a duration for each.
    public init(
        _ bitmaps: [Bitmap], durations: [Duration]? = nil, loopCount: Int = 0,
        isComplete: Bool = true, failing: [Int: CodecError] = [:]
    ) {
        let durations = durations ?? bitmaps.indices.map { .milliseconds(40 + $0) }
        precondition(!bitmaps.isEmpty, "An animation has a frame.")
        precondition(bitmaps.count == durations.count, "Each frame has a duration.")
        self.bitmaps = bitmaps
        self.loopCount = loopCount
        self.isComplete = isComplete
        self.failing = failing
        listed = durations
    }

    /// The indices of the requested frames, in order.
    public var asked: [Int] { requests.withLock { $0 } }
    /// The size of the first bitmap.
    public var size: PixelSize { bitmaps[0].size }
    /// The number of bitmaps.
    public var count: Int { bitmaps.count }
    /// The duration of each frame; counted by ``durationRequests``.
    public var rawDurations: [Duration] {
        durationAsks.withLock { $0 += 1 }
        return listed
    }
    /// The duration of each frame, not counted.
    public var durations: [Duration] { listed }
    /// The number of reads of ``rawDurations``, each of which costs an array.
    public var durationRequests: Int { durationAsks.withLock { $0 } }
    /// The bytes of all bitmaps.
    public var residentByteCount: Int { bitmaps.reduce(0) { $0 + $1.byteCount } }

    /// Returns the bitmap at `index`.
    ///
    /// - Throws: The error given for the index.
    public func frame(at index: Int) throws -> ImageFrame {
        requests.withLock { $0.append(index) }
        if let failure = failing[index] { throw failure }
        return ImageFrame(bitmap: bitmaps[index], duration: listed[index])
    }
}
