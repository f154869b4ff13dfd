#if JPEG
    import CJPEGShim
    import WebImageCoding
    import WebImagePixels

    /// The data before the first scan of a JPEG.
    struct JPEGHeader: Sendable {
        /// The size before the orientation is applied.
        let storedSize: PixelSize
        /// `true` if the image is CMYK.
        let isCMYK: Bool
        /// `true` if all data must be read before the first row.
        let hasMultipleScans: Bool
        let metadata: ImageMetadata
        private let coefficientByteCount: Int

        init(_ header: CJPEGHeader) {
            storedSize = PixelSize(width: Int(header.width), height: Int(header.height))
            isCMYK = header.is_cmyk
            hasMultipleScans = header.has_multiple_scans
            coefficientByteCount = Int(clamping: header.coefficient_bytes)
            let exif = UnsafeRawBufferPointer(start: header.exif, count: header.exif_count)
            let orientation = Orientation(exif: exif.bytes)
            var metadata = ImageMetadata(
                size: orientation.upright(storedSize), orientation: orientation)
            metadata.exif = exif.isEmpty ? nil : [UInt8](exif)
            metadata.density = PixelDensity(jfif: header) ?? PixelDensity(exif: exif.bytes)
            self.metadata = metadata
        }

        /// Rejects an image that exceeds the limits, before memory for it is allocated.
        func check(_ limits: DecodeLimits, scale: JPEGScale) throws(CodecError) {
            guard !storedSize.isEmpty else {
                throw .damaged(.jpeg, "the header says a size of \(storedSize)")
            }
            let eighths = Int(scale.eighths)
            let output = (4 * eighths * eighths + 63) / 64
            let area = storedSize.area
            let coefficients = (coefficientByteCount + area - 1) / area
            try limits.check(storedSize, format: .jpeg, bytesPerPixel: output + coefficients)
        }
    }

    extension PixelDensity {
        /// Creates the density of a JFIF segment; nil if the segment states only an aspect ratio.
        fileprivate init?(jfif header: CJPEGHeader) {
            guard header.density_x > 0, header.density_y > 0 else { return nil }
            let (x, y) = (Double(header.density_x), Double(header.density_y))
            switch header.density_unit {
            case 1: self.init(x: x, y: y)
            case 2: self.init(x: x * 2.54, y: y * 2.54)
            default: return nil
            }
        }
    }
#endif
