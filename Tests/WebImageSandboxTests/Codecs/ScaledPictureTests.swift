#if Sandbox && os(Linux)
    import SandboxAttacks
    import TestSupport
    import Testing
    import WebImage
    import WebImageSandbox

    /// Pictures that a worker scales before it hands them over.
    @Suite struct ScaledPictureTests {
        /// An interlaced PNG, which is decoded in full, and a JPEG that is turned by its EXIF
        /// block.
        private static let files: [(name: String, bytes: ByteBlock)] = {
            let scene = Scene.photograph(size: PixelSize(620, 410))
            var (interlaced, turned) = (EncodeSettings(), EncodeSettings(quality: 90))
            interlaced.isProgressive = true
            turned.embedded.exif =
                [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 1]
                + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
            let files = [("png", ImageFormat.png, interlaced), ("jpeg", .jpeg, turned)]
            return files.compactMap { name, format, settings in
                (try? CodecList.installed.encoder(for: format).encode(scene, settings: settings))
                    .map { (name, $0) }
            }
        }()

        private static let rules = [
            "fit:100x", "fill:100x100", "fill:90x200,at:north", "fill:120x60,at:smart",
            "stretch:50x300", "fit:80x,crop:200x200", "fill:60x60,crop:0.5x300@smart",
            "fit:5000x,enlarge", "fit:60x60,pad:5:5:5:5", "fit:100x,turn:90",
            "fit:99x99,extend,turn:270,mirror",
        ]

        @Test(arguments: ["png", "jpeg"], rules)
        func theirPixelsAreThoseOfTheProgramItself(name: String, rule: String) async throws {
            let file = try #require(Self.files.first { $0.name == name })
            var request = ImageRequest(ImageSource.data(file.bytes))
            request.targetSizing = try TargetSizing(rule)
            let posters = try await postersOfBoth(request)
            #expect(posters[1].samePixels(as: posters[0]))
        }

        @Test func noMorePixelsAreHandedOverThanAreShown() async throws {
            let file = try #require(Self.files.first)
            let decoder = try await sandboxedCodecs().decoder(for: .png)
            for (rule, size) in [
                ("fit:100x", PixelSize(100, 66)), ("fill:60x60,at:north", PixelSize(60, 60)),
            ] {
                let options = DecodeOptions(
                    downsampling: Downsampling(try TargetSizing(rule)))
                let output = try await blocking.run {
                    Result { () throws(CodecError) in
                        try file.bytes.withSpan { bytes throws(CodecError) in
                            try decoder.decode(bytes, options: options)
                        }
                    }
                }.get()
                #expect(output.bitmap.size == size && output.isScaled, "\(output.bitmap.size)")
                #expect(output.metadata.size == PixelSize(620, 410))
            }
        }
    }
#endif
