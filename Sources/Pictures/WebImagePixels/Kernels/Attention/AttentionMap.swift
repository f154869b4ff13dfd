/// The weight that each pixel of a small picture has for the eye.
///
/// A pixel weighs as much as its colour differs from the mean around it, plus its edges. The weight
/// becomes up to twice as large for the colour of skin, unless much of the picture has it, and up
/// to one and a half times for saturation above the mean. Transparent pixels have none.
struct AttentionMap {
    /// The width and height in pixels.
    let size: PixelSize
    /// The weights, row after row, each below 2¹⁵.
    private(set) var weights: [Int32]

    private let pixels: [SIMD4<Int32>]

    /// Creates the map of a picture in sRGB of at most 2¹⁶ pixels.
    init(of bitmap: Bitmap) {
        size = bitmap.size
        pixels = Self.planes(of: bitmap)
        weights = Array(repeating: 0, count: pixels.count)
        addContrast()
        addEdges()
        multiply()
    }

    /// Returns luma, blue − luma, red − luma (ITU-R BT 601) and alpha of all pixels.
    private static func planes(of bitmap: Bitmap) -> [SIMD4<Int32>] {
        bitmap.withBytes { bytes in
            (0..<bitmap.size.area).map { index in
                let (y, x) = index.quotientAndRemainder(dividingBy: bitmap.size.width)
                // Safe because the pixel is inside the picture.
                let loaded = unsafe bytes.unsafeLoadUnaligned(
                    fromByteOffset: y * bitmap.bytesPerRow + x * 4, as: UInt32.self)
                let pixel = UInt32(littleEndian: loaded)
                let (blue, green) = (Int32(pixel & 255), Int32(pixel >> 8 & 255))
                let (red, alpha) = (Int32(pixel >> 16 & 255), Int32(pixel >> 24))
                let luma = (77 * red + 150 * green + 29 * blue) >> 8
                return SIMD4(luma, blue - luma, red - luma, alpha)
            }
        }
    }

    /// Adds the distance of each pixel from the mean around it, within a quarter of the longer
    /// side.
    ///
    /// Differences of luma and alpha count four times, differences of colour six times.
    private mutating func addContrast() {
        let reach = max(size.width, size.height, 4) / 4
        let sums = SummedArea(of: pixels, width: size.width)
        for y in 0..<size.height {
            let rows = max(y - reach, 0)..<min(y + reach + 1, size.height)
            for x in 0..<size.width {
                let columns = max(x - reach, 0)..<min(x + reach + 1, size.width)
                let count = Int32(rows.count * columns.count)
                let sum = sums.sum(columns: columns, rows: rows)
                let difference = pixels[y * size.width + x] &* count &- sum
                let distance = difference.replacing(with: 0 &- difference, where: difference .< 0)
                let scaled = distance &* SIMD4(4, 6, 6, 4)
                weights[y * size.width + x] += scaled.wrappedSum() / count
            }
        }
    }

    /// Adds three times the change of luma across each pixel, in both directions.
    private mutating func addEdges() {
        let width = size.width
        for y in 0..<size.height {
            let (above, below) = (max(y - 1, 0) * width, min(y + 1, size.height - 1) * width)
            for x in 0..<width {
                let (left, right) = (max(x - 1, 0), min(x + 1, width - 1))
                let across = pixels[y * width + right].x - pixels[y * width + left].x
                let down = pixels[below + x].x - pixels[above + x].x
                weights[y * width + x] += 3 * (abs(across) + abs(down))
            }
        }
    }

    /// Multiplies the weights by the factors of skin and saturation, and by alpha.
    private mutating func multiply() {
        let skin = pixels.map(Self.skin)
        let saturations = pixels.map(Self.saturation)
        let count = Int32(pixels.count)
        let rest = 256 - skin.reduce(0, &+) / count
        let mean = saturations.reduce(0, &+) / count
        for (index, pixel) in pixels.enumerated() {
            let gain = (skin[index] * ((rest * rest) >> 8)) >> 8
            let factor = 256 + gain + max(saturations[index] - mean, 0) / 2
            weights[index] = ((weights[index] * factor) >> 8) * pixel.w / 255
        }
    }

    /// Returns the likeness of a pixel's colour to skin, 0 to 256.
    ///
    /// Light skin and dark skin have almost the same hue: red is above luma by about a third of it,
    /// blue below by about a fifth.
    private static func skin(_ pixel: SIMD4<Int32>) -> Int32 {
        let luma = pixel.x
        guard luma > 48 else { return 0 }
        let fifth = (56 * luma) >> 8
        let distance = abs(pixel.z - ((85 * luma) >> 8)) + abs(pixel.y + fifth)
        return max(256 - distance * 256 / (fifth + 1), 0)
    }

    /// Returns the difference of a pixel's largest channel from its smallest.
    ///
    /// Green follows from luma: 77 red + 150 green + 29 blue = 256 luma.
    private static func saturation(_ pixel: SIMD4<Int32>) -> Int32 {
        let green = -(77 * pixel.z + 29 * pixel.y) / 150
        return max(pixel.y, pixel.z, green) - min(pixel.y, pixel.z, green)
    }
}
