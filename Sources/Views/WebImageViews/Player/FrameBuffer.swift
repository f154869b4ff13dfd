import WebImageCaching
import WebImagePixels

/// The decoded frames, within a limit in bytes; at least one frame.
struct FrameBuffer: Sendable {
    private var bitmaps: [Int: Bitmap] = [:]
    private var maxBytes: Int
    /// The bytes of a frame: as announced, or of the largest so far.
    private var frameBytes: Int
    private(set) var byteCount = 0

    /// Creates a buffer for frames of a size.
    init(maxBytes: Int, frameSize: PixelSize) {
        self.maxBytes = max(maxBytes, 0)
        frameBytes = max(frameSize.isEmpty ? 1 : Bitmap.byteCount(of: frameSize), 1)
    }

    /// The most frames, which limits the cost of searching.
    private static let maxFrames = 1024

    /// The number of frames that fit.
    var capacity: Int { min(max(maxBytes / frameBytes, 1), Self.maxFrames) }

    /// The number of frames in the buffer.
    var count: Int { bitmaps.count }

    /// The frame at an index, nil if it is not in the buffer.
    subscript(frame: Int) -> Bitmap? { bitmaps[frame] }

    /// Inserts a frame and evicts others, those with the largest distance first.
    ///
    /// - Parameter distance: The number of steps until a frame is shown, 0 for now.
    mutating func insert(_ bitmap: Bitmap, at frame: Int, distance: (Int) -> Int) {
        remove(frame)
        bitmaps[frame] = bitmap
        byteCount += bitmap.byteCount
        frameBytes = max(frameBytes, bitmap.byteCount)
        evict(distance: distance)
    }

    /// Sets the limit and evicts frames beyond it, those with the largest distance first.
    mutating func limit(to maxBytes: Int, distance: (Int) -> Int) {
        self.maxBytes = max(maxBytes, 0)
        evict(distance: distance)
    }

    private mutating func evict(distance: (Int) -> Int) {
        while bitmaps.count > 1, byteCount > maxBytes || bitmaps.count > Self.maxFrames {
            guard let last = bitmaps.keys.max(by: { (distance($0), $0) < (distance($1), $1) })
            else { return }
            remove(last)
        }
    }

    private mutating func remove(_ frame: Int) {
        byteCount -= bitmaps.removeValue(forKey: frame)?.byteCount ?? 0
    }

    mutating func removeAll() {
        bitmaps = [:]
        byteCount = 0
    }
}
