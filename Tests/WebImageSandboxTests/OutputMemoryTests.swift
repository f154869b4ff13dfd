#if Sandbox && os(Linux)
    import SandboxAttacks
    import TestSupport
    import Testing
    import WebImage
    import WebImageSandbox

    /// Results lie where bitmaps were decoded, and never over a canvas that lasts.
    @Suite struct OutputMemoryTests {
        /// An animation whose canvas is larger than a megabyte, and restores what was before a
        /// frame.
        private func restoring(_ side: Int) throws -> ByteBlock {
            let frames = (0..<4).map { index in
                var bitmap = Bitmap(size: PixelSize(side, side))
                bitmap.fill(
                    PixelRect(x: 0, y: 0, size: bitmap.size), with: SIMD4(120, 90, 30, 255))
                bitmap.fill(
                    PixelRect(x: index * 40, y: index * 50, size: PixelSize(side / 2, side / 3)),
                    with: SIMD4(UInt8(index * 60), 120, 200, 255))
                return ImageFrame(bitmap: bitmap, duration: .milliseconds(100 + index))
            }
            let encoder = try #require(CodecList.installed.animatedEncoder(for: .gif))
            let film = try #require(DecodedImage(frames: frames).frames)
            var bytes = try encoder.encode(film, settings: EncodeSettings()).withUnsafeBytes {
                Array($0)
            }
            for index in bytes.indices.dropLast(4)
            where bytes[index..<index + 3] == [0x21, 0xF9, 4] {
                // The disposal in the flags of a frame: what was before is restored.
                bytes[index + 3] = bytes[index + 3] & 0xE3 | 3 << 2
            }
            return ByteBlock(copying: bytes)
        }

        /// An EXIF block that says nothing but upright.
        private static let exif: [UInt8] =
            [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1]
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0]

        private func frames(
            _ bytes: ByteBlock, _ codecs: CodecList, box: PixelSize? = nil
        ) throws -> any FrameProvider {
            let decoder = try codecs.decoder(for: .gif) as? any AnimatedImageDecoder
            let options = DecodeOptions(downsampling: Downsampling(box: box))
            return try #require(try decoder?.frames(of: EncodedImage(bytes), options: options))
        }

        /// One worker has the canvas of an animation open, in its first memory or a former one, and
        /// answers about other pictures between the frames.
        @Test(arguments: [600, 1300])
        func otherResultsDoNotTouchAnOpenCanvas(side: Int) async throws {
            let (own, remote) = (CodecList.installed, try await sandboxedCodecs())
            let bytes = try restoring(side)
            let photo = Scene.photograph(size: PixelSize(700, 500))
            var settings = EncodeSettings()
            settings.embedded.exif = Self.exif
            let still = try own.encoder(for: .jpeg).encode(photo, settings: settings)
            for box in [nil, PixelSize(side - 100, side - 100)] as [PixelSize?] {
                let (here, there) = (
                    try frames(bytes, own, box: box), try frames(bytes, remote, box: box)
                )
                for index in [0, 1, 2, 3, 2, 0, 3] {
                    let expected = try here.frame(at: index)
                    let found = try await blocking.run { () throws in
                        // The metadata has EXIF, which lies in the output memory, too.
                        let decoder = try remote.decoder(for: .jpeg)
                        let metadata = try still.withSpan {
                            try decoder.metadata(of: $0, limits: DecodeLimits())
                        }
                        #expect(metadata.exif != nil)
                        return try there.frame(at: index)
                    }
                    #expect(found.bitmap.samePixels(as: expected.bitmap))
                }
            }
        }

        /// Stills of many sizes, each larger than the last and then smaller, have their own pixels.
        @Test func memoriesOfManySizesFollowEachOther() async throws {
            let (own, remote) = (CodecList.installed, try await sandboxedCodecs())
            for side in [400, 900, 1100, 1600, 1100, 500, 1700, 1701, 30, 1700] {
                var bitmap = Bitmap(size: PixelSize(side, side), isOpaque: true)
                bitmap.fill(PixelRect(x: 0, y: 0, size: bitmap.size), with: SIMD4(7, 7, 7, 255))
                bitmap.fill(
                    PixelRect(x: side / 5, y: side / 3, size: PixelSize(side / 2, side / 2)),
                    with: SIMD4(9, 200, UInt8(side % 256), 255))
                let file = try own.encoder(for: .bmp).encode(bitmap, settings: EncodeSettings())
                let found = try await remote.decoded(file, .bmp)
                #expect(found.samePixels(as: bitmap), "\(side)")
            }
        }

        /// The memory of a result does not count as that of the decoder.
        @Test(.enabled(if: LongRun.isWanted))
        func aPictureOfNearlyAllBytesIsDecoded() async throws {
            let remote = try await sandboxedCodecs()
            var limits = DecodeLimits()
            limits.maxBytes = 300 << 20
            for side in [8000, 8500] {
                let bitmap = Bitmap(size: PixelSize(side, side), isOpaque: true)
                let file = try BMPEncoder().encode(bitmap, settings: EncodeSettings())
                let found = try await remote.decoded(file, .bmp, limits)
                #expect(found.size == bitmap.size)
            }
        }
    }

    extension CodecList {
        fileprivate func decoded(
            _ file: ByteBlock, _ format: ImageFormat, _ limits: DecodeLimits = DecodeLimits()
        ) async throws -> Bitmap {
            let decoder = try decoder(for: format)
            return try await blocking.run {
                try file.withSpan {
                    try decoder.decode($0, options: DecodeOptions(limits: limits)).bitmap
                }
            }
        }
    }
#endif
