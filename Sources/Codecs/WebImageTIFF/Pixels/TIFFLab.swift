#if TIFF
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Darwin)
        import Darwin
    #elseif canImport(Musl)
        import Musl
    #endif

    /// The conversion of CIE L*a*b* under D50 to sRGB with white adapted to D65 (Bradford).
    ///
    /// libtiff's own conversion leaves paper white yellowish.
    enum TIFFLab {
        /// Converts `count` triples to opaque BGRA.
        ///
        /// - Parameters:
        ///   - samples: The distance of triples.
        ///   - isSigned: `true` if a and b are signed, as in TIFF; ICC adds 128.
        static func convert(
            _ source: UnsafePointer<UInt8>, samples: Int, isSigned: Bool,
            into target: UnsafeMutablePointer<UInt8>, count: Int
        ) {
            let shift: UInt8 = isSigned ? 0 : 128
            for at in 0..<count {
                let pixel = source + at * samples
                let lightness = Float(pixel[0]) * (100.0 / 255)
                let a = Float(Int8(bitPattern: pixel[1] &- shift))
                let b = Float(Int8(bitPattern: pixel[2] &- shift))
                let y = (lightness + 16) / 116
                let (x, z) = (0.96422 * cube(y + a / 500), 0.82521 * cube(y - b / 200))
                let light = cube(y)
                let to = target + at * 4
                to[0] = level(0.0719453 * x - 0.2289914 * light + 1.4052427 * z)
                to[1] = level(-0.9787684 * x + 1.9161415 * light + 0.0334540 * z)
                to[2] = level(3.1338561 * x - 1.6168667 * light - 0.4906146 * z)
                to[3] = 255
            }
        }

        /// Returns the inverse of CIE's lightness function.
        private static func cube(_ value: Float) -> Float {
            value > 6.0 / 29 ? value * value * value : (value - 4.0 / 29) * (108.0 / 841)
        }

        private static func level(_ light: Float) -> UInt8 {
            levels[Int(min(max(light, 0), 1) * 4095 + 0.5)]
        }

        /// The curve of sRGB (IEC 61966-2-1) in steps fine enough for 8 bits.
        private static let levels: [UInt8] = (0...4095).map { step in
            let light = Double(step) / 4095
            let coded = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
            return UInt8(coded * 255 + 0.5)
        }
    }
#endif
