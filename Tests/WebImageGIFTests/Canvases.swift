#if GIF
    import Synchronization
    import WebImageCoding
    import WebImagePixels

    /// Given bitmaps as the frames of an animation; notes which were asked for.
    final class Canvases: FrameProvider {
        let loopCount: Int
        let rawDurations: [Duration]
        private let bitmaps: [Bitmap]
        private let indices = Mutex<[Int]>([])

        init(_ bitmaps: [Bitmap], loopCount: Int = 0, durations: [Duration]? = nil) {
            self.bitmaps = bitmaps
            self.loopCount = loopCount
            rawDurations = durations ?? Array(repeating: .milliseconds(100), count: bitmaps.count)
        }

        var size: PixelSize { bitmaps[0].size }
        var asked: [Int] { indices.withLock { $0 } }
        var count: Int { bitmaps.count }
        var durations: [Duration] { rawDurations.map(\.asShown) }
        var residentByteCount: Int { bitmaps.reduce(0) { $0 + $1.byteCount } }

        func frame(at index: Int) throws -> Frame {
            indices.withLock { $0.append(index) }
            return Frame(bitmap: bitmaps[index], duration: durations[index])
        }
    }
#endif
