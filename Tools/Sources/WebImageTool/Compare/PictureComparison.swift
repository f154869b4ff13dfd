import WebImage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The difference between two pictures of the same size, premultiplied, alpha included.
struct PictureComparison: Sendable {
    /// The largest difference of a channel, in levels of 0 to 255.
    let maximum: Int
    /// The mean difference of all channels, in levels.
    let mean: Double
    /// The peak signal-to-noise ratio over all channels in decibels; infinite for equal pictures.
    let psnr: Double
    /// The structural similarity of luma in 8 × 8 windows (Wang, Bovik et al., 2004); 1 if equal.
    let ssim: Double
    /// The number of pixels with a channel that differs by more than the tolerance.
    let differingCount: Int
    /// The largest difference of each pixel's channels, row by row.
    let differences: [UInt8]

    /// - Precondition: Both have the same size.
    init(_ one: Bitmap, _ other: Bitmap, tolerance: Int) {
        precondition(one.size == other.size, "\(one.size) and \(other.size) cannot be compared.")
        let (one, other) = (one.converted(to: .bgra8), other.converted(to: .bgra8))
        let size = one.size
        var differences = [UInt8](repeating: 0, count: size.area)
        var (largest, sum, squares, differing) = (0, 0, 0, 0)
        one.withUnsafeRows { a in
            other.withUnsafeRows { b in
                for y in 0..<size.height {
                    let (a, b) = (a + y * one.bytesPerRow, b + y * other.bytesPerRow)
                    for x in 0..<size.width {
                        var most = 0
                        for channel in 4 * x..<4 * x + 4 {
                            let difference = abs(Int(a[channel]) - Int(b[channel]))
                            sum += difference
                            squares += difference * difference
                            most = max(most, difference)
                        }
                        differences[y * size.width + x] = UInt8(most)
                        largest = max(largest, most)
                        if most > tolerance { differing += 1 }
                    }
                }
            }
        }
        maximum = largest
        differingCount = differing
        self.differences = differences
        let count = Double(size.area * 4)
        mean = Double(sum) / count
        psnr = squares == 0 ? .infinity : 10 * log10(255 * 255 * count / Double(squares))
        ssim = largest == 0 ? 1 : Self.similarity(Self.luma(of: one), Self.luma(of: other), size)
    }

    /// Returns the luma of each pixel over white (ITU-R BT.601), so that alpha counts as well.
    private static func luma(of bitmap: Bitmap) -> [UInt8] {
        let size = bitmap.size
        var luma = [UInt8](repeating: 0, count: size.area)
        bitmap.withUnsafeRows { rows in
            for y in 0..<size.height {
                let row = rows + y * bitmap.bytesPerRow
                for x in 0..<size.width {
                    let (blue, green) = (Int(row[4 * x]), Int(row[4 * x + 1]))
                    let (red, alpha) = (Int(row[4 * x + 2]), Int(row[4 * x + 3]))
                    let level = (114 * blue + 587 * green + 299 * red + 500) / 1000 + 255 - alpha
                    luma[y * size.width + x] = UInt8(min(level, 255))
                }
            }
        }
        return luma
    }

    /// Returns the mean over windows that overlap by half; a smaller picture is one window.
    private static func similarity(_ a: [UInt8], _ b: [UInt8], _ size: PixelSize) -> Double {
        let window = PixelSize(width: min(8, size.width), height: min(8, size.height))
        var (sum, count) = (0.0, 0.0)
        for top in stride(from: 0, through: size.height - window.height, by: 4) {
            for left in stride(from: 0, through: size.width - window.width, by: 4) {
                sum += similarity(a, b, at: top * size.width + left, size.width, window)
                count += 1
            }
        }
        return sum / count
    }

    private static func similarity(
        _ a: [UInt8], _ b: [UInt8], at start: Int, _ width: Int, _ window: PixelSize
    ) -> Double {
        var (sumA, sumB, squaresA, squaresB, products) = (0, 0, 0, 0, 0)
        for row in 0..<window.height {
            for index in start + row * width..<start + row * width + window.width {
                let (x, y) = (Int(a[index]), Int(b[index]))
                sumA += x
                sumB += y
                squaresA += x * x
                squaresB += y * y
                products += x * y
            }
        }
        let count = Double(window.area)
        let (meanA, meanB) = (Double(sumA) / count, Double(sumB) / count)
        let varianceA = Double(squaresA) / count - meanA * meanA
        let varianceB = Double(squaresB) / count - meanB * meanB
        let covariance = Double(products) / count - meanA * meanB
        let (c1, c2) = (6.5025, 58.5225)
        return (2 * meanA * meanB + c1) * (2 * covariance + c2)
            / ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2))
    }

    /// Returns a picture of the differences: the first picture in pale grey, pixels that differ by
    /// more than the tolerance in red, stronger the more they differ.
    func picture(over bitmap: Bitmap, tolerance: Int) -> Bitmap {
        let size = bitmap.size
        let luma = Self.luma(of: bitmap)
        var picture = Bitmap(size: size, isOpaque: true)
        let stride = picture.bytesPerRow
        picture.withUnsafeMutableRows { rows in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let index = y * size.width + x
                    let pixel = rows + y * stride + 4 * x
                    let difference = Int(differences[index])
                    let grey = UInt8(191 + Int(luma[index]) / 4)
                    let rest = UInt8(max(0, 200 - 2 * difference))
                    let isTold = difference > tolerance
                    pixel[0] = isTold ? rest : grey
                    pixel[1] = isTold ? rest : grey
                    pixel[2] = isTold ? 255 : grey
                    pixel[3] = 255
                }
            }
        }
        return picture
    }
}
