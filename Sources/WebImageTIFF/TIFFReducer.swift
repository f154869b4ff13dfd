#if TIFF
    import WebImagePixels

    /// Makes a picture smaller while its rows arrive: each pixel is the mean of a box of them.
    ///
    /// Boxes are whole pixels, of two sizes where the sides do not divide, so that no pixel is lost
    /// and the picture keeps its shape.
    struct TIFFReducer: ~Copyable {
        /// The picture's size, and the size it gets.
        let source: PixelSize
        let target: PixelSize
        private let sums: UnsafeMutablePointer<SIMD4<UInt32>>
        private let columns: [Int]
        private var line = 0
        private var rows: UInt32 = 0
        private var row = 0

        init(from source: PixelSize, to target: PixelSize) {
            self.source = source
            self.target = target
            columns = (0...target.width).map { $0 * source.width / target.width }
            sums = .allocate(capacity: target.width)
            sums.initialize(repeating: .zero, count: target.width)
        }

        deinit {
            sums.deallocate()
        }

        /// The smallest size from which `wanted` is made well; nil where nothing is won.
        ///
        /// Sides stay at least twice as long as wanted: less shows in fine lines.
        static func size(from source: PixelSize, for wanted: PixelSize) -> PixelSize? {
            func side(_ side: Int, _ wanted: Int) -> Int {
                max(1, side / max(1, side / (max(wanted, 1) * 2)))
            }
            let size = PixelSize(
                width: side(source.width, wanted.width),
                height: side(source.height, wanted.height))
            return size == source ? nil : size
        }

        /// Takes the next rows of the picture, writes those that are whole to `bitmap`.
        mutating func take(
            _ source: UnsafePointer<UInt8>, stride: Int, count: Int, into bitmap: inout Bitmap
        ) {
            for index in 0..<count {
                add(source + index * stride)
                rows += 1
                row += 1
                guard row == (line + 1) * self.source.height / target.height else { continue }
                let (bytesPerRow, line) = (bitmap.bytesPerRow, line)
                bitmap.withUnsafeMutableRows { store($0 + line * bytesPerRow) }
                rows = 0
                self.line += 1
            }
        }

        private func add(_ row: UnsafePointer<UInt8>) {
            let pixels = UnsafeRawPointer(row)
            for column in 0..<target.width {
                var sum = sums[column]
                for at in columns[column]..<columns[column + 1] {
                    let pixel = pixels.loadUnaligned(
                        fromByteOffset: at * 4, as: SIMD4<UInt8>.self)
                    sum &+= SIMD4<UInt32>(truncatingIfNeeded: pixel)
                }
                sums[column] = sum
            }
        }

        private func store(_ row: UnsafeMutablePointer<UInt8>) {
            for column in 0..<target.width {
                let count = rows &* UInt32(columns[column + 1] - columns[column])
                let sum = sums[column] &+ SIMD4(repeating: count / 2)
                for channel in 0..<4 {
                    row[column * 4 + channel] = UInt8(truncatingIfNeeded: sum[channel] / count)
                }
                sums[column] = .zero
            }
        }
    }
#endif
