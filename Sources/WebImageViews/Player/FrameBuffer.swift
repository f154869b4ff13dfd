import WebImageCaching
import WebImagePixels

/// Frames that were decoded, within a number of bytes; one frame at least.
struct FrameBuffer: Sendable {
    private var bitmaps: [Int: Bitmap] = [:]
    private let maxBytes: Int
    /// What a frame takes: as announced, or more where one was larger.
    private var frameBytes: Int
    private(set) var byteCount = 0

    /// A buffer for frames of a size.
    init(maxBytes: Int, frameSize: PixelSize) {
        self.maxBytes = max(maxBytes, 0)
        frameBytes = max(frameSize.isEmpty ? 1 : Bitmap.byteCount(of: frameSize), 1)
    }

    /// What searching through the frames may cost.
    private static let maxFrames = 1024

    /// Frames that fit.
    var capacity: Int { min(max(maxBytes / frameBytes, 1), Self.maxFrames) }

    /// Frames that are there.
    var count: Int { bitmaps.count }

    /// The frame, if it is there.
    subscript(frame: Int) -> Bitmap? { bitmaps[frame] }

    /// Keeps a frame; others go, those first that are shown last.
    ///
    /// - Parameter distance: How soon a frame is shown, 0 for now.
    mutating func insert(_ bitmap: Bitmap, at frame: Int, distance: (Int) -> Int) {
        remove(frame)
        bitmaps[frame] = bitmap
        byteCount += bitmap.byteCount
        frameBytes = max(frameBytes, bitmap.byteCount)
        while bitmaps.count > 1, byteCount > maxBytes || bitmaps.count > Self.maxFrames {
            guard let last = bitmaps.keys.max(by: { (distance($0), $0) < (distance($1), $1) })
            else { return }
            remove(last)
        }
    }

    /// Forgets a frame.
    private mutating func remove(_ frame: Int) {
        byteCount -= bitmaps.removeValue(forKey: frame)?.byteCount ?? 0
    }

    /// Forgets all frames.
    mutating func removeAll() {
        bitmaps = [:]
        byteCount = 0
    }
}
