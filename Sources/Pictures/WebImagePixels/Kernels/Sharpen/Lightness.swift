/// Lightness L* (CIE 1976) of sRGB pixels, by tables of 16-bit light.
struct Lightness: LightnessPixels {
    /// The tables, made once.
    static let standard = Lightness()

    /// The light of a level, 0 to 1.
    private let light: [Float]
    /// The level of a light, by its upper 12 bits and more below.
    private let levels: [UInt8]
    /// The cube root of CIELAB, by light.
    private let roots: [Float]

    private static let steps = 65_535

    private init() {
        light = (0...255).map { Float(Self.linear(Double($0) / 255)) }
        levels = (0...Self.steps).map { step in
            UInt8((Self.encoded(Double(step) / Double(Self.steps)) * 255).rounded())
        }
        roots = (0...Self.steps).map { step in
            Float(Self.root(Double(step) / Double(Self.steps)))
        }
    }

    static func linear(_ level: Double) -> Double {
        level <= 0.04045 ? level / 12.92 : power((level + 0.055) / 1.055, 2.4)
    }

    static func encoded(_ light: Double) -> Double {
        light <= 0.003_130_8 ? light * 12.92 : 1.055 * power(light, 1 / 2.4) - 0.055
    }

    static func root(_ light: Double) -> Double {
        light > 216.0 / 24_389 ? power(light, 1.0 / 3) : (24_389.0 / 27 * light + 16) / 116
    }

    func read(_ row: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<Float>, count: Int) {
        unsafe light.withUnsafeBufferPointer { light in
            unsafe roots.withUnsafeBufferPointer { roots in
                for x in 0..<count {
                    // Safe because the row has `count` pixels, and a level is less than 256.
                    let blue = unsafe light[Int(row[x * 4])]
                    let green = unsafe light[Int(row[x * 4 + 1])]
                    let red = unsafe light[Int(row[x * 4 + 2])]
                    let sum = red * 0.2126 + green * 0.7152 + blue * 0.0722
                    unsafe target[x] = 116 * roots[Self.index(sum)] - 16
                }
            }
        }
    }

    func move(_ pixel: UnsafeMutablePointer<UInt8>, by difference: Float) {
        // Safe because a pixel has four bytes.
        let (blue, green, red) = unsafe (
            light[Int(pixel[0])], light[Int(pixel[1])], light[Int(pixel[2])]
        )
        let moved = Self.moved(SIMD3(red, green, blue), by: difference) { light in
            roots[Self.index(light)]
        }
        let alpha = unsafe pixel[3]
        unsafe pixel[0] = min(levels[Self.index(moved.z)], alpha)
        unsafe pixel[1] = min(levels[Self.index(moved.y)], alpha)
        unsafe pixel[2] = min(levels[Self.index(moved.x)], alpha)
    }

    /// Returns the light of red, green and blue whose lightness is moved.
    ///
    /// - Parameter root: Returns the cube root of CIELAB of light.
    @inline(__always)
    static func moved(
        _ light: SIMD3<Float>, by difference: Float, root: (Float) -> Float
    ) -> SIMD3<Float> {
        let (red, green, blue) = (light.x, light.y, light.z)
        // Relative to the white D65.
        let x = (red * 0.4124 + green * 0.3576 + blue * 0.1805) / 0.9505
        let y = red * 0.2126 + green * 0.7152 + blue * 0.0722
        let z = (red * 0.0193 + green * 0.1192 + blue * 0.9505) / 1.089
        let step = difference / 116
        let (newX, newY, newZ) = (
            cubed(root(x) + step) * 0.9505, cubed(root(y) + step), cubed(root(z) + step) * 1.089
        )
        return SIMD3(
            3.2406 * newX - 1.5372 * newY - 0.4986 * newZ,
            -0.9689 * newX + 1.8758 * newY + 0.0415 * newZ,
            0.0557 * newX - 0.2040 * newY + 1.0570 * newZ)
    }

    /// The inverse of the root.
    @inline(__always)
    static func cubed(_ root: Float) -> Float {
        root > 6.0 / 29 ? root * root * root : (116 * root - 16) * (27.0 / 24_389)
    }

    @inline(__always)
    private static func index(_ light: Float) -> Int {
        Int(max(min(light, 1), 0) * Float(steps) + 0.5)
    }
}
