#if JPEG
    import WebImageCoding
    import WebImagePixels

    /// The size a JPEG is decoded at, in eighths: its inverse DCT makes smaller blocks.
    struct JPEGScale: Equatable {
        /// 1 to 8; 8 is the file's own size.
        let eighths: UInt32

        /// The smallest scale that leaves the resampling that follows enough to work on.
        init(for size: PixelSize, orientation: Orientation, downsampling: Downsampling) {
            let upright = orientation.upright(size)
            let target = orientation.upright(downsampling.scaledSize(of: upright))
            let enough = (1...8).first { eighths in
                Self.suffices(eighths, of: size.width, for: target.width)
                    && Self.suffices(eighths, of: size.height, for: target.height)
            }
            self.eighths = UInt32(enough ?? 8)
        }

        init(eighths: UInt32) {
            self.eighths = eighths
        }

        /// Compares exact sides: libjpeg rounds up, so a scaled side of few pixels can be as long as the
        /// file's own and yet hold less.
        private static func suffices(_ eighths: Int, of source: Int, for target: Int) -> Bool {
            let wanted = min(Double(source), Double(target) * margin)
            return Double(source * eighths) >= wanted * 8
        }

        private static let margin = 2.0
    }
#endif
