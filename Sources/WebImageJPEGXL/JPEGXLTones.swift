#if JPEGXL
    import CJPEGXLShim
    import WebImageCoding

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// The mapping of PQ (SMPTE ST 2084) to sRGB, for pixels that libjxl does not convert itself.
    ///
    /// libjxl 0.7 maps the brightness of images in its own colour space only. The ICC profile that
    /// it makes for others takes 10,000 cd/m² as white, so all usual content is nearly black. The
    /// curve is that of ITU-R BT.2408, annex 5, as in libjxl, applied to luminance. Colours outside
    /// sRGB approach grey of their luminance.
    struct JPEGXLTones {
        /// The luminance of each 8-bit value, in cd/m².
        private let light: [Float]
        /// The factor to linear sRGB at each fourth root of luminance, 0 to 10,000 cd/m².
        private let gains: [Float]
        /// The sRGB value at each square root of light, 0 to 1.
        private let levels: [UInt8]
        /// The weights of red, green and blue in luminance, and the rows of the matrix to sRGB.
        private let weights: SIMD3<Float>
        private let red, green, blue: SIMD3<Float>

        private static let peak: Float = 10000
        private static let white: Float = 255
        private static let steps = 4096
        private static let whiteWeights = SIMD3<Float>(0.2126, 0.7152, 0.0722)

        /// Creates the mapping of a file; nil for other curves, for grey and for other primaries.
        ///
        /// - Parameter brightest: The luminance of the brightest pixel in cd/m².
        init?(_ encoding: JxlColorEncoding, brightest: Float) {
            guard encoding.transfer_function == JXL_TRANSFER_FUNCTION_PQ,
                encoding.color_space == JXL_COLOR_SPACE_RGB,
                encoding.white_point == JXL_WHITE_POINT_D65
            else { return nil }
            switch encoding.primaries {
            case JXL_PRIMARIES_SRGB:
                weights = Self.whiteWeights
                (red, green, blue) = ([1, 0, 0], [0, 1, 0], [0, 0, 1])
            case JXL_PRIMARIES_2100:
                weights = [0.2627, 0.6780, 0.0593]
                (red, green, blue) = (
                    [1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083],
                    [-0.0182, -0.1006, 1.1187]
                )
            case JXL_PRIMARIES_P3:
                weights = [0.2290, 0.6917, 0.0793]
                (red, green, blue) = (
                    [1.2249, -0.2247, 0], [-0.0420, 1.0419, 0], [-0.0197, -0.0786, 1.0979]
                )
            default: return nil
            }
            let most = brightest.isFinite ? min(max(brightest, Self.white), Self.peak) : Self.peak
            light = (0..<256).map { Self.light(Float($0) / 255) }
            gains = (0...Self.steps).map { step in
                let root = Float(max(step, 1)) / Float(Self.steps)
                let luminance = Self.peak * root * root * root * root
                return Self.mapped(luminance, brightest: most) / luminance / Self.white
            }
            levels = (0...Self.steps).map { step in
                let root = Float(step) / Float(Self.steps)
                return Self.level(root * root)
            }
        }

        /// Converts `count` RGBA pixels with straight alpha, possibly in place.
        func map(
            _ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int
        ) {
            for place in stride(from: 0, to: count * 4, by: 4) {
                let color = SIMD3(
                    light[Int(source[place])], light[Int(source[place + 1])],
                    light[Int(source[place + 2])])
                let root = ((color * weights).sum() / Self.peak).squareRoot().squareRoot()
                let mapped = color * gains[Int(min(root, 1) * Float(Self.steps))]
                var linear = SIMD3(
                    (mapped * red).sum(), (mapped * green).sum(), (mapped * blue).sum())
                let least = linear.min()
                if least < 0 {
                    let grey = max((linear * Self.whiteWeights).sum(), 0)
                    linear = grey + (linear - grey) * (grey / (grey - least))
                }
                linear /= max(linear.max(), 1)
                for channel in 0..<3 {
                    let root = max(linear[channel], 0).squareRoot()
                    target[place + channel] = levels[Int(min(root, 1) * Float(Self.steps) + 0.5)]
                }
                target[place + 3] = source[place + 3]
            }
        }

        /// Returns a luminance mapped to that of a usual screen (BT.2408, annex 5).
        private static func mapped(_ luminance: Float, brightest: Float) -> Float {
            let range = code(brightest)
            let (top, value) = (code(white) / range, min(code(luminance) / range, 1))
            let knee = 1.5 * top - 0.5
            guard value > knee, knee < 1 else { return min(luminance, white) }
            let way = (value - knee) / (1 - knee)
            let (square, cube) = (way * way, way * way * way)
            let start = (2 * cube - 3 * square + 1) * knee
            let slope = (cube - 2 * square + way) * (1 - knee)
            return min(light((start + slope + (3 * square - 2 * cube) * top) * range), white)
        }

        /// Returns the luminance of a PQ value (SMPTE ST 2084, section 5).
        private static func light(_ code: Float) -> Float {
            let power = pow(max(code, 0), 1 / 78.84375)
            return peak
                * pow(
                    max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125)
        }

        /// Returns the PQ value of a luminance.
        private static func code(_ luminance: Float) -> Float {
            let power = pow(luminance / peak, 0.1593017578125)
            return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
        }

        private static func level(_ linear: Float) -> UInt8 {
            let value =
                linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055
            return UInt8(min(max(value, 0), 1) * 255 + 0.5)
        }
    }
#endif
