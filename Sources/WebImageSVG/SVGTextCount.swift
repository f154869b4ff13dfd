#if SVG
    /// A run of text without markup in between, which librsvg draws as one path.
    struct SVGTextRun {
        private(set) var byteCount = 0
        /// The number of letters without a width of their own, which may all stand on one another.
        private(set) var markCount = 0

        /// Appends the bytes of a part.
        mutating func append(_ bytes: ArraySlice<UInt8>) {
            byteCount += bytes.count
            // The first marks of UTF-8 begin with 0xCC; other encodings have theirs above, too.
            guard bytes.contains(where: { $0 >= 0xCC }) else { return }
            markCount += String(decoding: bytes, as: UTF8.self).unicodeScalars.count(where: isMark)
        }

        /// Returns `true` for combining marks, vowels of Hangul, and bytes that are not UTF-8.
        private func isMark(_ scalar: Unicode.Scalar) -> Bool {
            guard scalar.value >= 0x300 else { return false }
            switch scalar.value {
            case 0x1160...0x11FF, 0xD7B0...0xD7FF, 0xFFFD: return true
            default: break
            }
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark: return true
            default: return false
            }
        }
    }

    /// The amount of an element's text, counted in bytes of UTF-8 rather than letters.
    struct SVGTextCount {
        private(set) var letters = 0.0
        private(set) var runs = 0.0
        /// The pairs of letters in a run, and those of letters that may stand on one another.
        private(set) var pairs = 0.0
        private(set) var stackedPairs = 0.0

        mutating func add(_ run: SVGTextRun) {
            letters += Double(run.byteCount)
            runs += 1
            pairs += Double(run.byteCount) * Double(run.byteCount)
            stackedPairs += Double(run.markCount) * Double(run.markCount)
        }

        /// Returns the nanoseconds to draw it.
        ///
        /// Measured with librsvg 2.54: a letter takes 25 to 60 µs, in a long run 20 ns more for each
        /// letter beside it, and 0.2 to 4 µs for each on which it stands. A stroke takes as long again.
        /// The rows of a letter take 0.8 µs for each pixel of its size; only those in the image count.
        ///
        /// - Parameters:
        ///   - size: The font size in pixels.
        ///   - sides: The sum of the image's sides.
        ///   - isStacked: `true` if all letters may stand on one another.
        func time(size: Double, sides: Double, isStroked: Bool, isStacked: Bool) -> Double {
            guard letters > 0 else { return 0 }
            let rows = min(letters * size, runs * 2 * (sides + min(size, sides)))
            let stacked = (isStacked ? pairs : stackedPairs) * 4500 * min(size / 60, 1)
            let time = letters * 80_000 + rows * 1200 + pairs * 50 + stacked
            return 40_000 + time * (isStroked ? 2 : 1)
        }
    }
#endif
