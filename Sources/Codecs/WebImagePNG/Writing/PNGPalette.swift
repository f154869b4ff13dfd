#if PNG
    import WebImagePixels

    /// The palette of an image of few colours, and a map from its pixels to indices.
    struct PNGPalette {
        /// Straight RGBA of each colour; transparent colours first.
        private(set) var entries: [UInt8] = []
        var count: Int { entries.count / 4 }
        /// The number of bits of an index in the file.
        var bitsPerPixel: Int { count > 16 ? 8 : count > 4 ? 4 : count > 2 ? 2 : 1 }
        /// `true` if pixels are not multiplied by alpha: those of a deep bitmap.
        private let isStraight: Bool
        /// An open hash table from pixels to positions in `found`, plus 1.
        private var slots = [UInt16](repeating: 0, count: Self.slotCount)
        private var found: [UInt32] = []
        /// The file index of each found colour.
        private var order: [UInt8] = []

        private static let slotCount = 1024

        /// Collects the colours; nil if there are more than 256.
        init?(of bitmap: Bitmap) {
            isStraight = bitmap.sampleFormat != .bgra8
            let isSmall = (0..<bitmap.size.height).allSatisfy { y in
                Self.withRow(y, of: bitmap) { collect($0, count: bitmap.size.width) }
            }
            guard isSmall else { return nil }
            arrange()
        }

        /// Writes the index of each pixel of some rows.
        func write(
            _ rows: Range<Int>, of bitmap: Bitmap, into target: UnsafeMutablePointer<UInt8>
        ) {
            let width = bitmap.size.width
            for row in rows {
                Self.withRow(row, of: bitmap) {
                    write($0, into: target + (row - rows.lowerBound) * width, count: width)
                }
            }
        }

        /// Calls `body` with the pixels of a row: blue, green, red and alpha of 8 bits.
        private static func withRow<Result>(
            _ row: Int, of bitmap: Bitmap, _ body: (UnsafeRawPointer) -> Result
        ) -> Result {
            if bitmap.sampleFormat == .bgra8 {
                return bitmap.withUnsafeRows { body($0 + row * bitmap.bytesPerRow) }
            }
            let stride = bitmap.size.width * 4
            return withUnsafeTemporaryAllocation(byteCount: stride, alignment: 4) { buffer in
                guard let base = buffer.baseAddress else { preconditionFailure("no row") }
                bitmap.writeRows(
                    row..<row + 1, into: base.assumingMemoryBound(to: UInt8.self),
                    stride: stride, as: .bgra8)
                return body(base)
            }
        }

        private func write(
            _ row: UnsafeRawPointer, into target: UnsafeMutablePointer<UInt8>, count: Int
        ) {
            var (last, index) = (found.first ?? 0, order.first ?? 0)
            for x in 0..<count {
                let pixel = row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
                if pixel != last {
                    let place = slots[slot(of: pixel)]
                    (last, index) = (pixel, place == 0 ? 0 : order[Int(place) - 1])
                }
                target[x] = index
            }
        }

        private mutating func collect(_ row: UnsafeRawPointer, count: Int) -> Bool {
            var last: UInt32?
            for x in 0..<count {
                let pixel = row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self)
                if pixel == last { continue }
                last = pixel
                let slot = slot(of: pixel)
                if slots[slot] != 0 { continue }
                guard found.count < 256 else { return false }
                found.append(pixel)
                slots[slot] = UInt16(found.count)
            }
            return true
        }

        /// Returns the slot that holds the pixel or is free for it; at most a quarter is in use.
        private func slot(of pixel: UInt32) -> Int {
            var slot = Int((pixel &* 0x9E37_79B1) >> 22)
            while slots[slot] != 0, found[Int(slots[slot]) - 1] != pixel {
                slot = (slot + 1) % Self.slotCount
            }
            return slot
        }

        /// Sorts transparent colours first, since alpha is stored up to the last of them.
        private mutating func arrange() {
            let colors = found.map { pixel in
                var straight = [UInt8](repeating: 0, count: 4)
                withUnsafeBytes(of: pixel) { bytes in
                    if isStraight {
                        straight = [bytes[2], bytes[1], bytes[0], bytes[3]]
                        return
                    }
                    guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
                    straight.withUnsafeMutableBufferPointer { target in
                        guard let target = target.baseAddress else { return }
                        Convert.unpremultiplied(from: base, into: target, as: .rgba8, count: 1)
                    }
                }
                return straight
            }
            let sorted = colors.indices.sorted { (colors[$0][3], $0) < (colors[$1][3], $1) }
            order = [UInt8](repeating: 0, count: colors.count)
            for (index, place) in sorted.enumerated() {
                order[place] = UInt8(index)
                entries += colors[place]
            }
        }
    }
#endif
