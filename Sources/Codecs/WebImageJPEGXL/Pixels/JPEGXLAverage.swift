#if JPEGXL
    import WebImageCoding
    import WebImagePixels

    /// The averages of pixels over the area of each target pixel, in any order of arrival.
    ///
    /// Sums are integers, so the order does not affect the result.
    final class JPEGXLAverage {
        /// The maximum reduction of a side; beyond it the 32-bit sums could overflow.
        static let maxRatio = 60
        private let plan: JPEGXLPlan
        private let columns: [Share]
        private let rows: [Share]
        private var sums: [SIMD4<UInt32>]
        private var scratch: [UInt8]

        /// The target of a row or column, and its part there; the rest belongs to the next one.
        private struct Share {
            var index: Int
            var part: UInt32
        }

        /// The number of parts that a row or column is divided into.
        private static let parts = 64

        init(_ plan: JPEGXLPlan) throws(CodecError) {
            self.plan = plan
            let full = plan.header.size
            columns = Self.shares(of: full.width, in: plan.size.width)
            rows = Self.shares(of: full.height, in: plan.size.height)
            try CodecError.requireMemory(plan.size.area * MemoryLayout<SIMD4<UInt32>>.stride)
            sums = Array(repeating: .zero, count: plan.size.area)
            scratch = Array(repeating: 0, count: full.width * 4)
        }

        /// Returns the border before `index` of `count`, in parts of source pixels.
        private static func border(_ index: Int, of count: Int, in full: Int) -> Int {
            (index * full * parts + count / 2) / count
        }

        private static func shares(of full: Int, in count: Int) -> [Share] {
            var index = 0
            return (0..<full).map { place in
                while border(index + 1, of: count, in: full) <= place * parts { index += 1 }
                let inside = border(index + 1, of: count, in: full) - place * parts
                return Share(index: index, part: UInt32(min(inside, parts)))
            }
        }

        /// Adds a run of a row's pixels in the library's format.
        func add(_ pixels: UnsafeRawPointer, count: Int, x: Int, y: Int) {
            guard count <= columns.count else { return }
            scratch.withUnsafeMutableBufferPointer { scratch in
                guard let line = scratch.baseAddress else { return }
                plan.header.convert(pixels, into: line, count: count)
                add(converted: line, count: count, x: x, y: y)
            }
        }

        /// Adds a run of a row's pixels, premultiplied BGRA.
        func add(converted line: UnsafePointer<UInt8>, count: Int, x: Int, y: Int) {
            guard x >= 0, y >= 0, y < rows.count, count > 0, count <= columns.count - x else {
                return
            }
            sums.withUnsafeMutableBufferPointer { sums in
                guard let sums = sums.baseAddress else { return }
                let row = sums + rows[y].index * plan.size.width
                add(line, count: count, x: x, part: rows[y].part, to: row)
            }
        }

        /// Adds premultiplied pixels to a row of sums, and their rest beyond `part` to the next.
        private func add(
            _ line: UnsafePointer<UInt8>, count: Int, x: Int, part: UInt32,
            to row: UnsafeMutablePointer<SIMD4<UInt32>>
        ) {
            let (width, parts) = (plan.size.width, UInt32(Self.parts))
            var sum = SIMD4<UInt32>.zero
            var index = columns[x].index
            func flush() {
                row[index] &+= sum &* part
                if part < parts { row[index + width] &+= sum &* (parts - part) }
            }
            for place in 0..<count {
                let pixel = UnsafeRawPointer(line).loadUnaligned(
                    fromByteOffset: place * 4, as: SIMD4<UInt8>.self)
                let value = SIMD4<UInt32>(truncatingIfNeeded: pixel)
                let share = columns[x + place]
                if share.index != index {
                    flush()
                    (index, sum) = (share.index, .zero)
                }
                sum &+= value &* share.part
                guard share.part < parts else { continue }
                flush()
                index += 1
                sum = value &* (parts - share.part)
            }
            if sum != .zero { flush() }
        }

        /// Returns the averages of all added pixels.
        func bitmap() throws(CodecError) -> Bitmap {
            var bitmap = try plan.emptyBitmap()
            let (size, full, stride) = (plan.size, plan.header.size, bitmap.bytesPerRow)
            bitmap.withUnsafeMutableRows { target in
                for y in 0..<size.height {
                    let height = Self.span(y, of: size.height, in: full.height)
                    for x in 0..<size.width {
                        let area = height * Self.span(x, of: size.width, in: full.width)
                        let sum = sums[y * size.width + x]
                        let pixel = target + y * stride + x * 4
                        for channel in 0..<4 {
                            pixel[channel] = UInt8(clamping: (Int(sum[channel]) + area / 2) / area)
                        }
                    }
                }
            }
            return bitmap
        }

        private static func span(_ index: Int, of count: Int, in full: Int) -> Int {
            border(index + 1, of: count, in: full) - border(index, of: count, in: full)
        }
    }
#endif
