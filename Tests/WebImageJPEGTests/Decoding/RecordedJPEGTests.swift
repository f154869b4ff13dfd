#if JPEG
    import CJPEGShim
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels

    /// The results of the shim on this processor, which `scripts/parts/try-arm` compares with those
    /// on arm64.
    struct RecordedJPEGTests {
        private static let size = PixelSize(27, 19)

        /// Run with `WEBIMAGE_RECORD=1` to record anew what a change makes different.
        @Test func `recorded results are those of today`() throws {
            var recording = Recording()
            for fixture in Fixture.allCases where fixture != .withMetadata {
                let file = try fixture.bytes(Self.size).array
                for (eighths, trims) in [(8, 0), (4, 0), (1, 0), (1, 1)] as [(UInt32, Double)] {
                    recording.add(
                        100, "\(fixture) at \(eighths)/8\(trims > 0 ? ", trimmed" : "")",
                        SIMD4(Double(eighths), trims, 0, 0), size: Self.size, input: file,
                        output: try Self.rows(of: file, eighths, trims: trims > 0))
                }
            }
            for (quality, chroma, progressive) in [(90, 1, 0), (75, 2, 0), (60, 2, 1)] {
                try addEncode(quality, chroma, progressive, to: &recording)
            }
            #expect(try recording.isFile("jpeg.recorded"))
        }

        private func addEncode(
            _ quality: Int, _ chroma: Int, _ progressive: Int, to recording: inout Recording
        ) throws {
            let picture = Scene.photograph(size: Self.size)
            let rows = (0..<Self.size.height).flatMap { y in
                picture.withUnsafeRows { rows in
                    Array(
                        UnsafeBufferPointer(
                            start: rows + y * picture.bytesPerRow, count: Self.size.width * 4))
                }
            }
            recording.add(
                101, "encode at \(quality), chroma \(chroma), progressive \(progressive)",
                SIMD4(Double(quality), Double(chroma), Double(progressive), 0), size: Self.size,
                input: rows, output: try Self.file(rows, quality, chroma, progressive > 0))
        }

        private static func file(
            _ rows: [UInt8], _ quality: Int, _ chroma: Int, _ isProgressive: Bool
        ) throws -> [UInt8] {
            let writer = try #require(cjpeg_writer_open())
            defer { cjpeg_writer_close(writer) }
            var picture = CJPEGPicture()
            (picture.width, picture.height) = (UInt32(size.width), UInt32(size.height))
            picture.quality = Int32(quality)
            (picture.chroma_x, picture.chroma_y) = (Int32(chroma), Int32(chroma))
            picture.is_progressive = isProgressive
            picture.optimizes = true
            picture.has_jfif = true
            try #require(cjpeg_writer_start(writer, &picture))
            try #require(cjpeg_writer_rows(writer, rows, size.width * 4, UInt32(size.height)))
            var count = 0
            let bytes = try #require(cjpeg_writer_finish(writer, &count))
            defer { bytes.deallocate() }
            return Array(UnsafeBufferPointer(start: bytes, count: count))
        }

        /// Returns the rows that the shim decodes, without padding.
        private static func rows(
            of file: [UInt8], _ eighths: UInt32, trims: Bool
        ) throws -> [UInt8] {
            let reader = try #require(cjpeg_reader_open(1 << 30))
            defer { cjpeg_reader_close(reader) }
            var header = CJPEGHeader()
            var (width, height, visible) = (UInt32(0), UInt32(0), UInt32(0))
            return try file.withUnsafeBufferPointer { file in
                cjpeg_reader_feed(reader, file.baseAddress, file.count, true)
                try #require(cjpeg_reader_header(reader, &header) == .OK)
                if trims { cjpeg_reader_may_trim(reader, 0) }
                try #require(cjpeg_reader_start(reader, eighths, &width, &height) == .OK)
                var isDone = !header.has_multiple_scans
                while !isDone { try #require(cjpeg_reader_consume(reader, 64, &isDone) == .OK) }
                if header.has_multiple_scans {
                    try #require(cjpeg_reader_begin_pass(reader, &visible) == .OK)
                }
                var rows = [UInt8](repeating: 0, count: Int(width * height) * 4)
                var row: UInt32 = 0
                while row < height {
                    var done: UInt32 = 0
                    let status = rows.withUnsafeMutableBufferPointer { rows in
                        let place = rows.baseAddress.map { $0 + Int(row * width) * 4 }
                        return place.map {
                            cjpeg_reader_rows(reader, $0, Int(width) * 4, height - row, &done)
                        }
                    }
                    try #require(status == .OK && done > 0)
                    row += done
                }
                return rows
            }
        }
    }
#endif
