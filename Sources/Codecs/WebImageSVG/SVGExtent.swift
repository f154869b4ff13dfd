#if SVG
    import CSVGShim
    import WebImageCoding
    import WebImagePixels

    /// The size of a document in CSS pixels, from its root element or otherwise from the drawing.
    struct SVGExtent {
        private(set) var width: Double
        private(set) var height: Double

        /// The most pixels of a document that states a size beyond the limits.
        private static let mostReducedPixels = 1 << 24
        /// The longest side of a surface of cairo.
        private static let longestSide = 32767

        init(of handle: OpaquePointer, _ document: borrowing SVGDocument) throws(CodecError) {
            var sides = (CSVGLength(), CSVGLength())
            var box = (width: 0.0, height: 0.0)
            csvg_size(handle, &sides.0, &sides.1, &box.width, &box.height)
            let isRelative = [sides.0, sides.1].contains { $0.unit == 2 || $0.unit == 3 }
            let em = isRelative ? document.rootFontSize() : 0
            (width, height) = (Self.pixels(sides.0, em: em), Self.pixels(sides.1, em: em))
            let shares = (Self.share(sides.0), Self.share(sides.1))
            if box.width > 0, box.height > 0 {
                let shape = box.width / box.height
                // A side that is not a length follows the other one, or the view box.
                if width <= 0, height > 0, shares.0 == 1 { width = height * shape }
                if height <= 0, width > 0, shares.1 == 1 { height = width / shape }
                if width <= 0 { width = box.width * (shares.0 > 0 ? shares.0 : 1) }
                if height <= 0 { height = box.height * (shares.1 > 0 ? shares.1 : 1) }
            } else if !(width > 0 && height > 0) {
                var (right, bottom) = (0.0, 0.0)
                guard csvg_extent(handle, &right, &bottom) else {
                    throw .damaged(.svg, "the document has no size and cannot be measured")
                }
                if width <= 0 { width = right }
                if height <= 0 { height = bottom }
            }
            guard width > 0, height > 0, width.isFinite, height.isFinite else {
                throw .damaged(.svg, "the document has neither a size nor anything to draw")
            }
        }

        /// Returns the pixels of a length at 96 an inch; 0 for a percentage.
        private static func pixels(_ length: CSVGLength, em: Double) -> Double {
            let units = [0, 1, em, em / 2, 96, 96 / 2.54, 96 / 25.4, 96.0 / 72, 16]
            let unit = Int(length.unit)
            return units.indices.contains(unit) ? length.number * units[unit] : 0
        }

        /// Returns a percentage as a fraction; 0 for a length.
        private static func share(_ length: CSVGLength) -> Double {
            length.unit == 0 ? length.number : 0
        }

        /// Returns the size in whole pixels; beyond the limits, a smaller one of the same shape.
        func size(within limits: DecodeLimits) -> PixelSize {
            let size = PixelSize(width: Self.whole(width), height: Self.whole(height))
            do throws(CodecError) {
                try limits.check(size, format: .svg)
                if max(size.width, size.height) <= Self.longestSide { return size }
            } catch {}
            let most = max(min(limits.maxPixels, limits.maxBytes / 8, Self.mostReducedPixels), 1)
            let scale = min(
                (Double(most) / width / height).squareRoot(),
                Double(Self.longestSide) / max(width, height))
            // Rounding errors must not cost a pixel; a side of one pixel leaves less for the other.
            func side(_ length: Double) -> Int { min(max(1, Int(length * scale + 1e-6)), most) }
            return PixelSize(width: side(width), height: side(height))
        }

        /// Returns a side in whole pixels; huge sides stay above every limit.
        private static func whole(_ side: Double) -> Int {
            side < 1e15 ? max(1, Int(side.rounded())) : 1_000_000_000_000_000
        }
    }
#endif
