#if JPEG && PNG && WebP
    import Foundation
    import Testing
    import TestSupport
    import WebImage
    import WebImageTesting

    /// The memory that decoders announce before they decode.
    @Suite struct MemoryDemandTests {
        private static let size = PixelSize(width: 1600, height: 1200)
        private static let scene = Scene.photograph(size: size)

        private static func demand(
            _ format: ImageFormat, _ settings: EncodeSettings = EncodeSettings(effort: 1),
            box: PixelSize? = nil
        ) throws -> Int {
            let codecs = CodecList.installed
            let bytes = try codecs.encoder(for: format).encode(scene, settings: settings)
            let decoder = try codecs.decoder(for: format)
            let options = DecodeOptions(downsampling: Downsampling(box: box))
            let demand = bytes.withSpan { decoder.memoryDemand(of: $0, options: options) }
            return try #require(demand).byteCount
        }

        /// The formats whose files are encoded here: their name, the format and the settings.
        private static let files: [(name: String, format: ImageFormat, settings: EncodeSettings)] =
            {
                let fast = EncodeSettings(effort: 1)
                var progressive = EncodeSettings()
                progressive.isProgressive = true
                var files = [
                    ("jpeg", ImageFormat.jpeg, EncodeSettings()), ("scans", .jpeg, progressive),
                    ("png", .png, fast), ("interlaced", .png, progressive), ("webp", .webp, fast),
                    ("lossless", .webp, EncodeSettings(isLossless: true, effort: 1)),
                    ("bmp", .bmp, fast),
                ]
                #if TIFF
                    files.append(("tiff", .tiff, fast))
                #endif
                #if AVIF
                    files.append(("avif", .avif, fast))
                #endif
                #if HEIF
                    files.append(("heic", .heic, fast))
                #endif
                #if JPEGXL
                    files.append(("jxl", .jxl, fast))
                #endif
                return files
            }()

        #if os(Linux)
            @Test(arguments: files.map(\.name))
            func `no decode takes more than was announced`(name: String) async throws {
                let file = try #require(Self.files.first { $0.name == name })
                let large = Scene.photograph(size: PixelSize(width: 750, height: 600))
                    .resampled(to: PixelSize(width: 3000, height: 2400))
                let bytes = try CodecList.installed.encoder(for: file.format)
                    .encode(large, settings: file.settings)
                let path = FileManager.default.temporaryDirectory.path + "/demand-\(UUID()).\(name)"
                try bytes.write(to: path)
                defer { try? FileManager.default.removeItem(atPath: path) }
                await #expect(processExitsWith: .success) {
                    [path = path as String, name = file.format.rawValue as String] in
                    let bytes = try ByteBlock(
                        copying: [UInt8](Data(contentsOf: URL(filePath: path))))
                    let codecs = CodecList.installed
                    let decoder = try codecs.decoder(for: ImageFormat(rawValue: name))
                    // The first decode loads libraries.
                    let small = try codecs.encoder(for: ImageFormat(rawValue: name)).encode(
                        Bitmap(size: PixelSize(width: 64, height: 64), isOpaque: true),
                        settings: EncodeSettings(effort: 1))
                    _ = try small.withSpan { try decoder.decode($0, options: DecodeOptions()) }
                    for box in [nil, PixelSize(width: 1000, height: 800), PixelSize(90, 72)] {
                        let options = DecodeOptions(downsampling: Downsampling(box: box))
                        let demand = bytes.withSpan {
                            decoder.memoryDemand(of: $0, options: options)
                        }
                        let growth = try PeakMemory.growth {
                            _ = try bytes.withSpan { try decoder.decode($0, options: options) }
                        }
                        let most = try #require(demand).byteCount + 4 << 20
                        #expect(growth <= most, "\(name) \(growth)")
                    }
                }
            }
        #endif

        @Test(arguments: [ImageFormat.jpeg, .png, .webp])
        func `a thumbnail needs a small part of the whole picture`(format: ImageFormat) throws {
            let whole = try Self.demand(format)
            let small = try Self.demand(format, box: PixelSize(width: 160, height: 120))
            #expect(whole >= Self.size.area * 4)
            #expect(whole <= Self.size.area * 5)
            #expect(small * 4 <= whole, "\(small) of \(whole)")
        }

        @Test func `a progressive JPEG needs its coefficients, shown small too`() throws {
            var settings = EncodeSettings()
            settings.isProgressive = true
            let box = PixelSize(width: 160, height: 120)
            let baseline = try Self.demand(.jpeg, box: box)
            let progressive = try Self.demand(.jpeg, settings, box: box)
            // 4:2:0: one and a half samples of two bytes for each pixel.
            #expect(progressive - baseline >= Self.size.area * 3)
            #expect(progressive - baseline <= Self.size.area * 4)
        }

        @Test func `a lossless WebP is kept whole by its library, shown small too`() throws {
            var settings = EncodeSettings(effort: 1)
            settings.isLossless = true
            let small = try Self.demand(.webp, settings, box: PixelSize(width: 160, height: 120))
            #expect(small >= Self.size.area * 4)
        }

        /// Claims four billion pixels a side in the header of a PNG.
        @Test func `a header beyond all bounds is nothing to wait for`() throws {
            var bytes = [UInt8](repeating: 0, count: 64)
            bytes.replaceSubrange(0..<12, with: [137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13])
            bytes.replaceSubrange(16..<24, with: [UInt8](repeating: 255, count: 8))
            let decoder = try CodecList.installed.decoder(for: .png)
            let demand = ByteBlock(copying: bytes).withSpan {
                decoder.memoryDemand(of: $0, options: DecodeOptions())
            }
            #expect(demand == nil)
        }
    }
#endif
