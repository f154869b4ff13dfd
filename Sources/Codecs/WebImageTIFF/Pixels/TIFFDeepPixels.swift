#if TIFF
    import WebImagePixels

    extension TIFFModel {
        /// `true` for greys and RGB, whose samples may become 16 bits; all other colours are
        /// converted with 8.
        var isDeep: Bool {
            switch colors {
            case .gray, .rgb, .cmyk: true
            case .palette, .lab: false
            }
        }

        /// Converts 16-bit levels that are all used to straight red, green, blue and alpha.
        ///
        /// Colours that are multiplied by alpha are divided by it.
        func convert(
            _ row: UnsafePointer<UInt16>, into target: UnsafeMutablePointer<UInt16>, count: Int
        ) {
            guard !hasInks else { return convertInks(row, into: target, count: count) }
            let flip: UInt16 = isInverted ? .max : 0
            switch alpha {
            case nil, .plain: fill(row, target, count) { level, _ in level ^ flip }
            case .multiplied where isInverted:
                fill(row, target, count) { level, alpha in
                    Self.divide(alpha - min(level, alpha), alpha)
                }
            case .multiplied: fill(row, target, count, Self.divide)
            }
        }

        /// Writes pixels whose colours `color` makes of a level and its alpha.
        ///
        /// The number of samples is a constant in each loop.
        /// Copies inks; those with alpha become straight colours, as `TIFFRows` makes of 8 bits.
        private func convertInks(
            _ row: UnsafePointer<UInt16>, into target: UnsafeMutablePointer<UInt16>, count: Int
        ) {
            guard let alpha else { return target.update(from: row, count: count * 4) }
            for at in 0..<count {
                let (inks, pixel) = (row + at * 5, target + at * 4)
                let opacity = inks[4]
                for ink in 0..<3 {
                    pixel[ink] =
                        switch alpha {
                        case .plain: Convert.light(under: inks[ink], inks[3])
                        case .multiplied:
                            Convert.light(
                                under: Self.divide(inks[ink], opacity),
                                Self.divide(inks[3], opacity))
                        }
                }
                pixel[3] = opacity
            }
        }

        @inline(__always)
        private func fill(
            _ row: UnsafePointer<UInt16>, _ target: UnsafeMutablePointer<UInt16>, _ count: Int,
            _ color: (UInt16, UInt16) -> UInt16
        ) {
            switch usedCount {
            case 1: Self.fill(row, 1, target, count, color)
            case 2: Self.fill(row, 2, target, count, color)
            case 3: Self.fill(row, 3, target, count, color)
            default: Self.fill(row, 4, target, count, color)
            }
        }

        /// Writes pixels of one or three colours and, if the number of samples is even, alpha.
        @inline(__always)
        private static func fill(
            _ row: UnsafePointer<UInt16>, _ samples: Int,
            _ target: UnsafeMutablePointer<UInt16>, _ count: Int,
            _ color: (UInt16, UInt16) -> UInt16
        ) {
            let (green, blue) = samples < 3 ? (0, 0) : (1, 2)
            for at in 0..<count {
                let (from, to) = (row + at * samples, target + at * 4)
                let opacity = samples % 2 == 0 ? from[samples - 1] : .max
                to[0] = color(from[0], opacity)
                to[1] = color(from[green], opacity)
                to[2] = color(from[blue], opacity)
                to[3] = opacity
            }
        }

        /// `true` if 0 is white.
        var isInverted: Bool {
            if case .gray(let isInverted) = colors { return isInverted }
            return false
        }

        /// Returns a × 65535 / alpha, rounded; the product of 16-bit numbers is one of 32 bits.
        @inline(__always)
        private static func divide(_ level: UInt16, _ alpha: UInt16) -> UInt16 {
            guard alpha < .max, alpha > 0 else { return min(level, alpha) }
            let (level, alpha) = (UInt32(min(level, alpha)), UInt32(alpha))
            return UInt16(truncatingIfNeeded: (level &* 65535 &+ alpha / 2) / alpha)
        }
    }
#endif
