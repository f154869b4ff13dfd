#if JPEGXL
    import WebImageCoding
    import WebImagePixels

    /// The averages of pixels over the area of each target pixel, in any order of arrival.
    ///
    /// Sums are integers, so the order does not affect the result.
    final class JPEGXLAverage {
        /// The maximum reduction of a side; beyond it the sums could overflow.
        static let maxRatio = 60
        private let plan: JPEGXLPlan
        private let columns: [Share]
        private let rows: [Share]
        private var sums: [SIMD4<UInt32>] = []
        /// The sums of samples of 16 bits, colours multiplied by alpha and alpha by 65535; of half
        /// floats those of `lightUnit`.
        private var deepSums: [SIMD4<Int64>] = []
        private var scratch: [UInt8]

        /// The target of a row or column, and its part there; the rest belongs to the next one.
        private struct Share {
            var index: Int
            var part: UInt32
        }

        /// The number of parts that a row or column is divided into.
        private static let parts = 64
        /// The part of 1 that sums of light count; the sum of the brightest light in the largest
        /// area has 62 bits.
        private static let lightUnit: Float = 1 / 4_194_304

        init(_ plan: JPEGXLPlan) throws(CodecError) {
            self.plan = plan
            let full = plan.header.size
            columns = Self.shares(of: full.width, in: plan.size.width)
            rows = Self.shares(of: full.height, in: plan.size.height)
            let (format, area) = (plan.header.samples.format, plan.size.area)
            scratch = Array(repeating: 0, count: full.width * format.bytesPerPixel)
            try CodecError.requireMemory(area * 4 * format.bytesPerPixel)
            switch format {
            case .bgra8: sums = Array(repeating: .zero, count: area)
            case .rgba16, .rgbaHalf: deepSums = Array(repeating: .zero, count: area)
            }
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

        /// Adds a run of a row's pixels in the bitmap's format.
        func add(converted line: UnsafePointer<UInt8>, count: Int, x: Int, y: Int) {
            guard x >= 0, y >= 0, y < rows.count, count > 0, count <= columns.count - x else {
                return
            }
            let line = UnsafeRawPointer(line)
            switch plan.header.samples.format {
            case .bgra8:
                add(count: count, x: x, y: y, to: &sums) { place in
                    let pixel = line.loadUnaligned(
                        fromByteOffset: place * 4, as: SIMD4<UInt8>.self)
                    return SIMD4<UInt32>(truncatingIfNeeded: pixel)
                }
            case .rgba16:
                add(count: count, x: x, y: y, to: &deepSums) { place in
                    let pixel = line.loadUnaligned(
                        fromByteOffset: place * 8, as: SIMD4<UInt16>.self)
                    var weights = SIMD4(repeating: Int64(pixel.w))
                    weights.w = 65535
                    return SIMD4<Int64>(truncatingIfNeeded: pixel) &* weights
                }
            case .rgbaHalf:
                add(count: count, x: x, y: y, to: &deepSums) { place in
                    let pixel = line.loadUnaligned(
                        fromByteOffset: place * 8, as: SIMD4<UInt16>.self)
                    let alpha = HalfFloat.number(pixel.w)
                    var light = SIMD4(
                        HalfFloat.number(pixel.x), HalfFloat.number(pixel.y),
                        HalfFloat.number(pixel.z), 1)
                    light *= alpha / Self.lightUnit
                    return SIMD4<Int64>(light.rounded(.toNearestOrEven))
                }
            }
        }

        /// Adds pixels to a row of sums, and their rest beyond the row's part to the next.
        ///
        /// - Parameter pixel: Returns a pixel of the run, colours multiplied by alpha.
        @inline(__always)
        private func add<Sum: FixedWidthInteger & SIMDScalar>(
            count: Int, x: Int, y: Int, to sums: inout [SIMD4<Sum>], _ pixel: (Int) -> SIMD4<Sum>
        ) {
            let (width, parts, part) = (plan.size.width, Sum(Self.parts), Sum(rows[y].part))
            sums.withUnsafeMutableBufferPointer { sums in
                guard let base = sums.baseAddress else { return }
                // Safe because all shares are inside the sums, as the run is inside the picture.
                let row = base + rows[y].index * width
                var sum = SIMD4<Sum>.zero
                var index = columns[x].index
                func flush() {
                    row[index] &+= sum &* part
                    if part < parts { row[index + width] &+= sum &* (parts - part) }
                }
                for place in 0..<count {
                    let value = pixel(place)
                    let share = columns[x + place]
                    if share.index != index {
                        flush()
                        (index, sum) = (share.index, .zero)
                    }
                    let inside = Sum(truncatingIfNeeded: share.part)
                    sum &+= value &* inside
                    guard inside < parts else { continue }
                    flush()
                    index += 1
                    sum = value &* (parts - inside)
                }
                if sum != .zero { flush() }
            }
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
                        let (index, row) = (y * size.width + x, target + y * stride)
                        if deepSums.isEmpty {
                            let pixel = UnsafeMutableRawPointer(row + x * 4)
                            pixel.storeBytes(
                                of: Self.average(sums[index], area), as: SIMD4<UInt8>.self)
                        } else {
                            let pixel = UnsafeMutableRawPointer(row + x * 8)
                            pixel.storeBytes(
                                of: average(deepSums[index], area), as: SIMD4<UInt16>.self)
                        }
                    }
                }
            }
            return bitmap
        }

        private static func average(_ sum: SIMD4<UInt32>, _ area: Int) -> SIMD4<UInt8> {
            var pixel = SIMD4<UInt8>.zero
            for channel in 0..<4 {
                pixel[channel] = UInt8(clamping: (Int(sum[channel]) + area / 2) / area)
            }
            return pixel
        }

        private func average(_ sum: SIMD4<Int64>, _ area: Int) -> SIMD4<UInt16> {
            plan.header.samples.format == .rgbaHalf
                ? Self.averageLight(sum, area) : Self.average(sum, area)
        }

        /// Returns straight halves: colours are divided by alpha.
        private static func averageLight(_ sum: SIMD4<Int64>, _ area: Int) -> SIMD4<UInt16> {
            let (weight, whole) = (Double(max(sum.w, 1)), Double(area) / Double(lightUnit))
            var pixel = SIMD4<UInt16>.zero
            for channel in 0..<3 {
                pixel[channel] = HalfFloat.half(Float(Double(sum[channel]) / weight))
            }
            pixel.w = HalfFloat.half(Float(Double(sum.w) / whole))
            return pixel
        }

        /// Returns straight samples: colours are divided by alpha.
        private static func average(_ sum: SIMD4<Int64>, _ area: Int) -> SIMD4<UInt16> {
            let whole = Int64(area) * 65535
            let weight = max(sum.w / 65535, 1)
            var pixel = SIMD4<UInt16>.zero
            for channel in 0..<3 {
                pixel[channel] = UInt16(clamping: (sum[channel] + weight / 2) / weight)
            }
            pixel.w = UInt16(clamping: (sum.w + whole / 2) / whole)
            return pixel
        }

        private static func span(_ index: Int, of count: Int, in full: Int) -> Int {
            border(index + 1, of: count, in: full) - border(index, of: count, in: full)
        }
    }
#endif
