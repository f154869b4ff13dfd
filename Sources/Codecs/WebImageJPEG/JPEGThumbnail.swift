#if JPEG
    import CJPEGShim
    import WebImageCoding
    import WebImagePixels

    /// A small JPEG of the image for its EXIF block.
    struct JPEGThumbnail {
        /// A file without a JFIF segment, as EXIF requires.
        let bytes: ByteBlock

        /// Encodes the largest thumbnail that keeps the EXIF block below 64 kB; nil if none was
        /// asked for or none fits.
        init?(of bitmap: Bitmap, _ settings: EncodeSettings) throws(CodecError) {
            guard settings.thumbnailSide > 0 else { return nil }
            let room = ExifBlock(settings.embedded.exif).roomForThumbnail
            var side = min(settings.thumbnailSide, Self.longestSide)
            while side > 0 {
                let box = PixelSize(width: side, height: side)
                let size = Downsampling(box: box).scaledSize(of: bitmap.size)
                let small = bitmap.resampled(to: size)
                for quality in [settings.quality, 60, 30] where quality <= settings.quality {
                    let bytes = try Self.encode(small, settings, quality: quality)
                    guard bytes.count > room else {
                        self.bytes = bytes
                        return
                    }
                }
                side /= 2
            }
            return nil
        }

        private static func encode(
            _ bitmap: Bitmap, _ settings: EncodeSettings, quality: Int
        ) throws(CodecError) -> ByteBlock {
            let plain = EncodeSettings(quality: quality, chroma: .both, matte: settings.matte)
            var picture = CJPEGPicture(bitmap, plain)
            picture.has_jfif = false
            let writer = try JPEGWriter()
            try writer.start(picture)
            try writer.write(bitmap, matte: settings.matte)
            return try writer.finish()
        }

        /// The maximum side in pixels; a larger one does not fit in 64 kB at a useful quality.
        private static let longestSide = 1024
    }
#endif
