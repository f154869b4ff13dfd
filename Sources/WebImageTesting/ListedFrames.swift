import Synchronization
public import WebImageCoding
public import WebImagePixels

/// Given bitmaps as the frames of an animation; notes which ones are asked for.
public final class ListedFrames: FrameProvider {
    /// The frames.
    public let bitmaps: [Bitmap]
    /// How long each frame is shown.
    public let rawDurations: [Duration]
    /// How often the animation plays in total, 0 for ever.
    public let loopCount: Int
    private let failing: [Int: CodecError]
    private let requests = Mutex<[Int]>([])

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
        rawDurations = durations
    }

    /// The indices of the frames that were asked for, in order.
    public var asked: [Int] { requests.withLock { $0 } }
    /// The size of the first bitmap.
    public var size: PixelSize { bitmaps[0].size }
    /// The number of bitmaps.
    public var count: Int { bitmaps.count }
    /// The same as ``rawDurations``.
    public var durations: [Duration] { rawDurations }
    /// Bytes of all bitmaps.
    public var residentByteCount: Int { bitmaps.reduce(0) { $0 + $1.byteCount } }

    /// The bitmap at `index`.
    ///
    /// - Throws: What was given for the index.
    public func frame(at index: Int) throws -> Frame {
        requests.withLock { $0.append(index) }
        if let failure = failing[index] { throw failure }
        return Frame(bitmap: bitmaps[index], duration: rawDurations[index])
    }
}
