public import WebImagePixels

/// The difference between two pictures of the same size.
public struct ImageComparison: Sendable {
    /// The largest difference of a channel, in levels of 0 to 255.
    public let maximum: Int
    /// The mean difference of all channels, in levels.
    public let mean: Double
    /// The peak signal-to-noise ratio over all channels in decibels; infinite for equal pictures.
    public let psnr: Double
    /// The structural similarity of luma in 8 × 8 windows (Wang, Bovik et al., 2004); 1 if equal.
    public let ssim: Double

    /// Compares two images, premultiplied, alpha included.
    ///
    /// - Parameters:
    ///   - one: An image.
    ///   - other: An image of the same size.
    /// - Precondition: Both have the same size.
    public init(_ one: Bitmap, _ other: Bitmap) {
        precondition(one.size == other.size, "\(one.size) and \(other.size) cannot be compared.")
        let (a, b) = (Self.channels(of: one), Self.channels(of: other))
        var (largest, sum, squares) = (0, 0, 0)
        for index in a.indices {
            let difference = abs(Int(a[index]) - Int(b[index]))
            largest = max(largest, difference)
            sum += difference
            squares += difference * difference
        }
        maximum = largest
        mean = Double(sum) / Double(a.count)
        let error = Double(squares) / Double(a.count)
        psnr = error == 0 ? .infinity : 10 * logarithm10(255 * 255 / error)
        ssim = Self.similarity(Self.luma(of: a), Self.luma(of: b), one.size)
    }

    private static func channels(of bitmap: Bitmap) -> [UInt8] {
        let bitmap = bitmap.inEightBits
        return bitmap.withUnsafeRows { rows in
            var result: [UInt8] = []
            for y in 0..<bitmap.size.height {
                result += UnsafeBufferPointer(
                    start: rows + y * bitmap.bytesPerRow, count: bitmap.size.width * 4)
            }
            return result
        }
    }

    private static func luma(of channels: [UInt8]) -> [Double] {
        stride(from: 0, to: channels.count, by: 4).map {
            Double(Convert.luma(channels[$0], channels[$0 + 1], channels[$0 + 2]))
        }
    }

    /// Returns the mean over windows that overlap by half; a smaller picture is one window.
    private static func similarity(_ a: [Double], _ b: [Double], _ size: PixelSize) -> Double {
        let (width, height) = (min(8, size.width), min(8, size.height))
        var (sum, count) = (0.0, 0.0)
        for top in stride(from: 0, through: size.height - height, by: 4) {
            for left in stride(from: 0, through: size.width - width, by: 4) {
                let places = (top..<top + height).flatMap { row in
                    (left..<left + width).map { row * size.width + $0 }
                }
                sum += similarity(places.map { a[$0] }, places.map { b[$0] })
                count += 1
            }
        }
        return sum / count
    }

    private static func similarity(_ a: [Double], _ b: [Double]) -> Double {
        let count = Double(a.count)
        let (meanA, meanB) = (a.reduce(0, +) / count, b.reduce(0, +) / count)
        var (varianceA, varianceB, covariance) = (0.0, 0.0, 0.0)
        for (x, y) in zip(a, b) {
            varianceA += (x - meanA) * (x - meanA) / count
            varianceB += (y - meanB) * (y - meanB) / count
            covariance += (x - meanA) * (y - meanB) / count
        }
        let (c1, c2) = (6.5025, 58.5225)
        return (2 * meanA * meanB + c1) * (2 * covariance + c2)
            / ((meanA * meanA + meanB * meanB + c1) * (varianceA + varianceB + c2))
    }
}
