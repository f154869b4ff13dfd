#if PNG
    import CPNGShim
    import Foundation
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePixels

    /// The results of the shim on this processor, which `scripts/parts/try-arm` compares with those
    /// on arm64.
    struct RecordedPNGTests {
        private static let size = PixelSize(11, 10)

        /// Run with `WEBIMAGE_RECORD=1` to record anew what a change makes different.
        @Test func `recorded results are those of today`() throws {
            var recording = Recording()
            for (colorType, channels) in [(0, 1), (4, 2), (2, 3), (6, 4)] as [(UInt8, Int)] {
                for depth in [8, 16] as [UInt8] {
                    let file = Self.file(colorType, channels, depth)
                    for inflater in [CPNGInflater.zlib, .ISAL] {
                        try add(file, inflater, isDeep: depth == 16, to: &recording)
                    }
                }
            }
            for level in [1, 6, 9] { addEncode(level, to: &recording) }
            // A file with codes of its own, which libraries of other versions would not write
            // alike.
            let file = try Data(contentsOf: Recording.folder.appending(path: "photograph.png"))
            for inflater in [CPNGInflater.zlib, .ISAL] {
                try add(Array(file), inflater, isDeep: false, to: &recording)
            }
            for count in [1, 7, 8, 300] { addChecksum(of: Self.noise(count), to: &recording) }
            #expect(try recording.isFile("png.recorded"))
        }

        private func add(
            _ file: [UInt8], _ inflater: CPNGInflater, isDeep: Bool, to recording: inout Recording
        ) throws {
            let size = PixelSize(width: Int(file[19]), height: Int(file[23]))
            recording.add(
                102, "decode \(file[24]) bits, type \(file[25]), inflater \(inflater.rawValue)",
                SIMD4(Double(inflater.rawValue), isDeep ? 1 : 0, 0, 0), size: size, input: file,
                output: try Self.rows(of: file, inflater, isDeep: isDeep))
        }

        /// The result of a round trip is the input.
        private func addEncode(_ level: Int, to recording: inout Recording) {
            let rows = Self.noise(Self.size.width * Self.size.height * 4)
            recording.add(
                103, "encode at level \(level)",
                SIMD4(Double(CPNGLayout.RGBA.rawValue), Double(level), 0, 0), size: Self.size,
                input: rows, output: rows)
        }

        private func addChecksum(of bytes: [UInt8], to recording: inout Recording) {
            let sum = cpng_checksum(0, bytes, bytes.count)
            recording.add(
                104, "checksum of \(bytes.count)", size: PixelSize(1, 1), input: bytes,
                output: big(sum).reversed())
        }

        /// Returns the rows that the shim decodes, without padding.
        private static func rows(
            of file: [UInt8], _ inflater: CPNGInflater, isDeep: Bool
        ) throws -> [UInt8] {
            let reader = try #require(cpng_reader_open(1 << 20))
            defer { cpng_reader_close(reader) }
            let places = 8..<file.count - 4
            let at = try #require(places.first { file[$0...].starts(with: "IDAT".utf8) })
            let count = file[(at - 4)..<at].reduce(0) { $0 << 8 | Int($1) }
            var channels: Int32 = 0
            try #require(cpng_reader_chunks(reader, file, at - 4) == .OK)
            try #require(cpng_reader_start(reader, inflater, isDeep, &channels) == .OK)
            var taken = Rows(byteCount: Int(channels) * (isDeep ? 2 : 1) * Int(file[19]))
            let stream = Array(file[(at + 4)..<(at + 4 + count)])
            let status = withUnsafeMutablePointer(to: &taken) { taken in
                cpng_reader_pixels(
                    reader, stream, count,
                    { context, pixels, _, _ in
                        let rows = context.assumingMemoryBound(to: Rows.self)
                        rows.pointee.bytes += UnsafeBufferPointer(
                            start: pixels, count: rows.pointee.byteCount)
                    }, taken)
            }
            try #require(status == .OK, "\(String(cString: cpng_reader_message(reader)))")
            return taken.bytes
        }

        private struct Rows {
            let byteCount: Int
            var bytes: [UInt8] = []
        }

        /// Returns a file whose rows are filtered noise, by each filter in turn.
        private static func file(
            _ colorType: UInt8, _ channels: Int, _ depth: UInt8
        ) -> [UInt8] {
            let rowByteCount = size.width * channels * Int(depth) / 8
            let noise = noise(rowByteCount * size.height)
            var rows: [UInt8] = []
            for y in 0..<size.height {
                rows.append(UInt8(y % 5))
                rows += noise[y * rowByteCount..<(y + 1) * rowByteCount]
            }
            let (low, high) = (UInt8(rows.count & 0xFF), UInt8(rows.count >> 8))
            var stream: [UInt8] = [0x78, 0x01, 1, low, high, ~low, ~high]
            stream += rows
            stream += big(adler(rows))
            var header = big(UInt32(size.width)) + big(UInt32(size.height))
            header += [depth, colorType, 0, 0, 0]
            var file = [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
            file += chunk("IHDR", header)
            file += chunk("IDAT", stream)
            return file + chunk("IEND", [])
        }

        private static func adler(_ bytes: [UInt8]) -> UInt32 {
            let sums = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
                let low = (sums.0 + UInt32(byte)) % 65_521
                return (low, (sums.1 + low) % 65_521)
            }
            return sums.1 << 16 | sums.0
        }

        private static func noise(_ count: Int) -> [UInt8] {
            var state: UInt32 = 7
            return (0..<count).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return UInt8(state >> 24)
            }
        }
    }
#endif
