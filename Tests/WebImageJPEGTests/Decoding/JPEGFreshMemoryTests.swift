#if JPEG
    import CJPEGReference
    import Foundation
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEG
    import WebImagePixels

    /// Previews at an eighth of the size, for which not all coefficients are stored.
    ///
    /// Serialized, since the filling of fresh memory is process-wide.
    @Suite(
        .serialized,
        .enabled(if: cjpeg_reference_fill_memory(0), "the C library does not fill memory"))
    struct JPEGFreshMemoryTests {
        private static let size = PixelSize(width: 320, height: 240)
        private static let chromas: [ChromaSubsampling] = [.none, .horizontal, .both]

        @Test(arguments: chromas)
        func `a preview is the same whatever memory held before`(
            chroma: ChromaSubsampling
        ) throws {
            let bytes = try Self.file(chroma)
            for share in 1...9 {
                let cut = bytes.count * share / 10
                let previews = try Self.previews(of: bytes, after: cut)
                #expect(Set(previews.map(\.pixels)).count == 1, "after \(cut) bytes")
            }
        }

        @Test(arguments: chromas)
        func `a preview is what libjpeg makes with whole arrays`(
            chroma: ChromaSubsampling
        ) throws {
            let bytes = try Self.file(chroma)
            var comparedCount = 0
            for cut in Self.cuts(bytes.array, chroma) {
                let preview = try Self.preview(of: bytes, after: cut)
                // During the first scan there are no pixels.
                guard !preview.pixels.isEmpty else { continue }
                #expect(preview.isWhole)
                var expected = [UInt8](repeating: 0, count: preview.pixels.count)
                let isMade = bytes.array.withUnsafeBufferPointer { buffer in
                    guard let base = buffer.baseAddress else { return false }
                    return cjpeg_reference_preview(
                        base, cut, UInt32(preview.size.width), UInt32(preview.size.height),
                        &expected)
                }
                try #require(isMade)
                #expect(preview.pixels == expected, "after \(cut) bytes")
                comparedCount += 1
            }
            #expect(comparedCount >= 3)
        }

        @Test(.enabled(if: !samples.isEmpty, "the acceptance files are not there"))
        func `previews of sound files are the same whatever memory held before`() throws {
            var shownCount = 0
            for sample in Self.samples {
                let cut = try #require(Int(sample.lastPathComponent.split(separator: "_")[2]))
                let bytes = ByteBlock(copying: try [UInt8](Data(contentsOf: sample)))
                let cuts = [min(cut, bytes.count)] + (1...5).map { bytes.count * $0 / 6 }
                for cut in cuts {
                    let previews = try Self.previews(of: bytes, after: cut)
                    let isSame = Set(previews.map(\.pixels)).count == 1
                    #expect(isSame, "\(sample.lastPathComponent) after \(cut) bytes")
                    if previews.contains(where: { !$0.pixels.isEmpty }) { shownCount += 1 }
                }
            }
            #expect(shownCount > 24)
        }

        /// Valid progressive files, named by the end of their first piece.
        private static let samples: [URL] = {
            let folder = Corpus.folder.deletingLastPathComponent()
                .appending(path: "acceptance/security/previews")
            let found = try? FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil)
            return found ?? []
        }()

        /// The pixels of a preview; empty without one.
        private struct Shown {
            var size = PixelSize(width: 0, height: 0)
            var pixels: [UInt8] = []
            var isWhole = false

            init() {}

            init(_ bitmap: Bitmap) {
                size = bitmap.size
                isWhole = bitmap.isOpaque
                pixels = bitmap.withUnsafeRows { rows in
                    (0..<bitmap.size.height).flatMap { y in
                        let row = rows + y * bitmap.bytesPerRow
                        return [UInt8](
                            UnsafeBufferPointer(start: row, count: bitmap.size.width * 4))
                    }
                }
            }
        }

        /// Returns a file of single-coloured blocks: smoothing shows their neighbours' values.
        private static func file(_ chroma: ChromaSubsampling) throws -> ByteBlock {
            var picture = Bitmap(size: size, isOpaque: true)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let block = x / 16 * 37 ^ y / 16 * 101
                    picture[x, y] = SIMD4(
                        UInt8(block * 53 & 255), UInt8(block * 29 & 255), UInt8(block & 255), 255)
                }
            }
            return try encode(
                picture, EncodeSettings(quality: 90, isProgressive: true, chroma: chroma))
        }

        private static func previews(of bytes: ByteBlock, after cut: Int) throws -> [Shown] {
            try [1, 85, 200].map { byte in
                _ = cjpeg_reference_fill_memory(Int32(byte))
                defer { _ = cjpeg_reference_fill_memory(0) }
                return try preview(of: bytes, after: cut)
            }
        }

        private static func preview(of bytes: ByteBlock, after cut: Int) throws -> Shown {
            let box = PixelSize(width: 20, height: 15)
            let session = JPEGDecoder().makeSession(
                options: DecodeOptions(downsampling: Downsampling(box: box)))
            try feed(bytes.prefix(cut), to: session, in: max(cut, 1))
            return try session.preview().map { Shown($0.bitmap) } ?? Shown()
        }

        /// Returns middles and ends of scans, except those that are skipped at an eighth.
        ///
        /// Within such a scan, libjpeg smooths blocks as before the scan, the library as after it.
        private static func cuts(_ bytes: [UInt8], _ chroma: ChromaSubsampling) -> [Int] {
            let starts = bytes.indices.filter { bytes[$0...].starts(with: [0xFF, 0xDA, 0]) }
            return zip(starts, starts.dropFirst()).flatMap { start, end in
                let count = Int(bytes[start + 4])
                let isMean = bytes[start + 5 + 2 * count] == 0
                // Only components of half the resolution show more than the mean of a block.
                let isShown = isMean || (chroma == .both && bytes[start + 5] > 1)
                return isShown ? [(start + end) / 2, end] : []
            }
        }
    }
#endif
