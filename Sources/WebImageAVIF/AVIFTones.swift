#if AVIF
    import CAVIFShim
    import WebImageCoding
    import WebImagePixels

    /// The mapping of high dynamic range (PQ and HLG, ITU-R BT.2100) to sRGB.
    ///
    /// The file's own curve is the tone mapping. Steps of PQ are perceptually uniform, so its
    /// values shown unchanged keep shadows and highlights; HLG is designed for ordinary screens.
    /// Greys keep their values, as in readers without tone mapping. Colours are converted to sRGB
    /// primaries with the matrix for linear light, but applied to curve values, and only in part
    /// for saturated colours. Ordinary colours are then within a few levels of the linear result.
    /// Colours outside sRGB stay near the values that other readers show instead of being clipped.
    struct AVIFTones {
        /// The matrix rows for blue, green and red, each with columns in this order; 4096 is 1.
        private let blue, green, red: Row

        private typealias Row = (blue: Int32, green: Int32, red: Int32)

        /// Creates the mapping for `image`; nil for other curves, and for primaries that are sRGB's
        /// or unspecified.
        init?(_ image: UnsafePointer<avifImage>) {
            switch Int(image.pointee.transferCharacteristics) {
            case AVIF_TRANSFER_CHARACTERISTICS_SMPTE2084, AVIF_TRANSFER_CHARACTERISTICS_HLG: break
            default: return nil
            }
            switch Int(image.pointee.colorPrimaries) {
            // From BT.2020 to BT.709 (ITU-R BT.2407, section 2).
            case AVIF_COLOR_PRIMARIES_BT2020:
                (blue, green, red) = (
                    (4582, -412, -74), (-34, 4640, -510), (-298, -2407, 6801)
                )
            // From P3 with the white D65 (SMPTE EG 432-1).
            case AVIF_COLOR_PRIMARIES_SMPTE432:
                (blue, green, red) = ((4498, -322, -80), (0, 4268, -172), (0, -921, 5017))
            default: return nil
            }
        }

        /// Converts `count` straight BGRA pixels to premultiplied sRGB.
        ///
        /// - Parameter target: May equal `source`.
        func map(
            _ source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int
        ) {
            for pixel in 0..<count {
                let (from, to) = (source + pixel * 4, target + pixel * 4)
                let colour = (Int32(from[0]), Int32(from[1]), Int32(from[2]))
                let steps = (
                    Self.step(colour, blue, from: colour.0),
                    Self.step(colour, green, from: colour.1),
                    Self.step(colour, red, from: colour.2)
                )
                let way = min(
                    Self.way(steps.0, from: colour.0), Self.way(steps.1, from: colour.1),
                    Self.way(steps.2, from: colour.2))
                let alpha = from[3]
                to[0] = Self.level(colour.0, steps.0, way, alpha)
                to[1] = Self.level(colour.1, steps.1, way, alpha)
                to[2] = Self.level(colour.2, steps.2, way, alpha)
                to[3] = alpha
            }
        }

        /// Returns the change of one channel by the matrix, in 4096ths of a level.
        @inline(__always)
        private static func step(
            _ colour: (Int32, Int32, Int32), _ row: Row, from value: Int32
        ) -> Int32 {
            row.blue &* colour.0 &+ row.green &* colour.1 &+ row.red &* colour.2 &- value &* 4096
        }

        /// Returns the fraction of `step` to apply, in 4096ths.
        ///
        /// A channel moves at most 0.3 of the distance to its bound, since the matrix overshoots
        /// for saturated colours on the curve.
        @inline(__always)
        private static func way(_ step: Int32, from value: Int32) -> Int32 {
            let room = (step < 0 ? value : 255 &- value) &* 1229
            let size = abs(step)
            return size <= room ? 4096 : room &* 256 / size &* 16
        }

        /// Returns the channel after `way` 4096ths of `step`, multiplied by alpha.
        @inline(__always)
        private static func level(
            _ value: Int32, _ step: Int32, _ way: Int32, _ alpha: UInt8
        ) -> UInt8 {
            let moved =
                value &* 4096 &+ Int32(truncatingIfNeeded: (Int64(step) &* Int64(way)) >> 12)
            let level = UInt8(truncatingIfNeeded: (moved &+ 2048) >> 12)
            return alpha == 255 ? level : Convert.multiply(level, alpha)
        }
    }
#endif
