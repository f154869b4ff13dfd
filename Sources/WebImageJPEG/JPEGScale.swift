#if JPEG
    import WebImageCoding
    import WebImagePixels

    /// The size a JPEG is decoded at, in eighths: its inverse DCT makes smaller blocks.
    struct JPEGScale: Equatable {
        /// 1 to 8; 8 is the file's own size.
        let eighths: UInt32

        /// The smallest scale that leaves the resampling that follows enough to work on.
        init(for header: JPEGHeader, downsampling: Downsampling) {
            self.init(
                for: header.storedSize, orientation: header.metadata.orientation,
                hasMultipleScans: header.hasMultipleScans, downsampling: downsampling)
        }

        /// The same of a stored size.
        init(
            for size: PixelSize, orientation: Orientation, hasMultipleScans: Bool,
            downsampling: Downsampling
        ) {
            let margin = hasMultipleScans ? Self.leastMargin : Self.margin
            let upright = orientation.upright(size)
            let target = orientation.upright(downsampling.scaledSize(of: upright))
            let enough = (1...8).first { eighths in
                Self.suffices(eighths, of: size.width, for: target.width, margin)
                    && Self.suffices(eighths, of: size.height, for: target.height, margin)
            }
            self.eighths = UInt32(enough ?? 8)
        }

        init(eighths: UInt32) {
            self.eighths = eighths
        }

        private static func suffices(
            _ eighths: Int, of source: Int, for target: Int, _ margin: Double
        ) -> Bool {
            let exact = Double(source * eighths) / 8
            let rounded = Double((source * eighths + 4) / 8)
            let shift = abs(rounded - exact) * Double(target) / exact
            return exact >= min(Double(source), Double(target) * margin) && shift <= maxShift
        }

        /// How much larger than the target, as other libraries have it: on busy pictures 4000 wide,
        /// shown 320 wide, that makes SSIM 0.9997 to a full decode, where 1.5 makes 0.997.
        private static let margin = 2.0

        /// The same for a file of several scans: with less, the blocks' own filter shows.
        ///
        /// The next larger scale would cost it a multiple of time and memory, since at an eighth most
        /// scans are passed over and most coefficients not kept.
        private static let leastMargin = 1.5

        /// The most that the last pixel of the target may be off its place, in pixels.
        ///
        /// An eighth of a side is seldom whole, so a scaled picture is up to half a pixel larger or
        /// smaller than it should be. On detailed pictures that costs far more than the filter does.
        /// With both bounds, four photographs at 83 combinations of scale and width kept SSIM ≥ 0.996
        /// and a mean difference ≤ 1.75 of 255 to a full decode; without this one, 0.973 and 3.5.
        private static let maxShift = 0.1
    }
#endif
