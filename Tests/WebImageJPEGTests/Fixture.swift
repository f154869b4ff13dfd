#if JPEG
    import CJPEGShim
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEG
    import WebImagePixels

    /// One kind of JPEG each, some of which the library cannot encode.
    enum Fixture: String, CaseIterable, CustomTestStringConvertible {
        case baseline, fullColour, grey, restarts, progressive, progressiveGrey
        case arithmetic, arithmeticProgressive, arithmeticRestarts, inks, withMetadata

        var testDescription: String { rawValue }

        /// `true` for arithmetic coding, in the middle of which libjpeg cannot suspend.
        var isArithmetic: Bool { rawValue.hasPrefix("arithmetic") }
        /// `true` if the file has several scans.
        var isProgressive: Bool {
            [.progressive, .progressiveGrey, .arithmeticProgressive].contains(self)
        }

        /// Returns a file of the kind.
        func bytes(_ size: PixelSize = PixelSize(width: 121, height: 77)) throws -> ByteBlock {
            switch self {
            case .inks: InkFile(samples: [55, 128, 128, 25], adobeTransform: 2).bytes
            case .withMetadata:
                try write(size).inserting(marker: 0xE2, profileSegment(1, of: 1, [1, 2, 3]))
                    .inserting(marker: 0xE1, exif(orientation: 6))
            default: try write(size)
            }
        }

        private func write(_ size: PixelSize) throws -> ByteBlock {
            let bitmap = Scene.photograph(size: size)
            let writer = try #require(cjpeg_writer_open())
            defer { cjpeg_writer_close(writer) }
            var picture = picture(size)
            let isStarted = cjpeg_writer_start(writer, &picture)
            try #require(isStarted, "\(String(cString: cjpeg_writer_message(writer)))")
            let isDone = bitmap.withUnsafeRows {
                cjpeg_writer_rows(writer, $0, bitmap.bytesPerRow, UInt32(size.height))
            }
            try #require(isDone)
            var count = 0
            let bytes = try #require(cjpeg_writer_finish(writer, &count))
            defer { bytes.deallocate() }
            return ByteBlock(copying: UnsafeBufferPointer(start: bytes, count: count))
        }

        private func picture(_ size: PixelSize) -> CJPEGPicture {
            var picture = CJPEGPicture()
            picture.width = UInt32(size.width)
            picture.height = UInt32(size.height)
            picture.quality = 80
            picture.chroma_x = self == .fullColour ? 1 : 2
            picture.chroma_y = picture.chroma_x
            picture.is_grey = self == .grey || self == .progressiveGrey
            picture.is_progressive = isProgressive
            picture.is_arithmetic = isArithmetic
            picture.restart_rows = self == .restarts || self == .arithmeticRestarts ? 1 : 0
            picture.optimizes = !isArithmetic
            picture.has_jfif = true
            return picture
        }
    }

    /// Returns a segment with a big-endian EXIF block of an orientation.
    func exif(orientation: UInt8) -> [UInt8] {
        let directory: [UInt8] = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
        return Array("Exif".utf8) + [0, 0] + Array("MM".utf8) + [0, 42, 0, 0, 0, 8] + directory
            + [0, 0, 0, 0]
    }

    /// Returns a segment with a part of a profile.
    func profileSegment(_ number: Int, of count: Int, _ part: [UInt8]) -> [UInt8] {
        Array("ICC_PROFILE".utf8) + [0, UInt8(number), UInt8(count)] + part
    }
#endif
