public import WebImagePixels

/// The look of a picture in 260 numbers, to compare decoders.
///
/// Premultiplied red, green, blue, alpha in 0...255, gamma-encoded as stored: the mean of all
/// pixels, and the means of 8 × 8 cells with exact fractional borders.
public struct ColorSignature: Sendable {
    /// The mean red, green, blue, alpha.
    public let meanRGBA: [Double]
    /// The mean red, green, blue, alpha of each cell, row by row.
    public let sig8x8: [[Double]]

    private static let cells = 8

    /// Computes the signature of an image.
    ///
    /// - Parameter bitmap: The pixels, which should be upright and in sRGB.
    public init(of bitmap: Bitmap) {
        let bitmap = bitmap.inEightBits
        var sums = [[Double]](repeating: [0, 0, 0, 0], count: Self.cells * Self.cells)
        let (width, height) = (bitmap.size.width, bitmap.size.height)
        let columnEdges = Self.edges(of: width)
        for row in 0..<height {
            let strips = bitmap.withUnsafeRows {
                Self.strips(of: $0 + row * bitmap.bytesPerRow, width: width, edges: columnEdges)
            }
            for cell in 0..<Self.cells {
                let top = Double(cell * height) / 8
                let bottom = Double((cell + 1) * height) / 8
                let weight = min(bottom, Double(row + 1)) - max(top, Double(row))
                guard weight > 0 else { continue }
                for column in 0..<Self.cells {
                    for channel in 0..<4 {
                        sums[cell * Self.cells + column][channel] +=
                            strips[column][channel] * weight
                    }
                }
            }
        }
        let area = Double(width * height)
        let cellArea = area / Double(Self.cells * Self.cells)
        meanRGBA = (0..<4).map { channel in
            sums.reduce(0) { $0 + $1[channel] } / area
        }
        sig8x8 = sums.map { cell in cell.map { $0 / cellArea } }
    }

    /// Returns the right border of each cell: whole pixels before it, and the part of the next.
    private static func edges(of width: Int) -> [(whole: Int, part: Double)] {
        (1...cells).map { ($0 * width / cells, Double($0 * width % cells) / Double(cells)) }
    }

    /// Returns the sums of red, green, blue, alpha over the part of one row in each cell.
    private static func strips(
        of row: UnsafePointer<UInt8>, width: Int, edges: [(whole: Int, part: Double)]
    ) -> [[Double]] {
        var (blue, green, red, alpha) = (0, 0, 0, 0)
        var sumsToEdge: [[Double]] = [[0, 0, 0, 0]]
        var edge = 0
        for x in 0...width {
            let pixel = row + min(x, width - 1) * 4
            while edge < edges.count, edges[edge].whole == x {
                let part = edges[edge].part
                sumsToEdge.append([
                    Double(red) + part * Double(pixel[2]), Double(green) + part * Double(pixel[1]),
                    Double(blue) + part * Double(pixel[0]), Double(alpha) + part * Double(pixel[3]),
                ])
                edge += 1
            }
            blue += Int(pixel[0])
            green += Int(pixel[1])
            red += Int(pixel[2])
            alpha += Int(pixel[3])
        }
        return (0..<cells).map { cell in
            (0..<4).map { sumsToEdge[cell + 1][$0] - sumsToEdge[cell][$0] }
        }
    }
}
