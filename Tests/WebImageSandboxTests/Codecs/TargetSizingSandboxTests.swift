#if Sandbox && os(Linux)
    import TestSupport
    import Testing
    import WebImage
    import WebImageSandbox

    /// Sizes by a rule in decoder processes, which get its spelling.
    @Suite struct TargetSizingSandboxTests {
        private func sized(
            _ bytes: ByteBlock, _ rule: String, _ codecs: CodecList
        ) async throws -> Bitmap {
            var request = ImageRequest(ImageSource.data(bytes))
            request.targetSizing = try TargetSizing(rule)
            var pipeline = ImagePipeline(transport: nil, disk: nil)
            pipeline.codecs = codecs
            return try await pipeline.image(for: request).image.poster
        }

        private static let rules = [
            "fit:64x,crop:0.5x0.5@northwest", "fill:40x40,at:focus:0.3:0.9,turn:90",
            "fit:300x300,enlarge,extend:south,pad:1:2:3:4", "fit,crop:50x40",
        ]

        @Test(arguments: rules, [ImageFormat.jpeg, .png, .gif, .webp])
        func `a picture is the same as in the program`(
            rule: String, format: ImageFormat
        ) async throws {
            guard let encoder = try? CodecList.installed.encoder(for: format) else { return }
            let bytes = try encoder.encode(
                Scene.photograph(size: PixelSize(120, 90)), settings: EncodeSettings())
            let own = try await sized(bytes, rule, .installed)
            #expect(try await sized(bytes, rule, sandboxedCodecs()) == own)
        }

        #if SVG
            @Test(arguments: rules)
            func `a drawing is drawn in its size`(rule: String) async throws {
                let text = """
                    <svg xmlns="http://www.w3.org/2000/svg" width="60" height="40">
                    <rect width="30" height="20" fill="#0f0"/></svg>
                    """
                let bytes = ByteBlock(copying: Array(text.utf8))
                let own = try await sized(bytes, rule, CodecList.installed.drawingInProcess)
                #expect(try await sized(bytes, rule, sandboxedCodecs()) == own)
                let plan = try TargetSizing(rule).plan(for: PixelSize(60, 40), isVector: true)
                #expect(own.size == plan.canvas)
            }
        #endif

        @Test func `a rule that asks for too much is refused by the program`() async throws {
            let bytes = try CodecList.installed.encoder(for: .bmp).encode(
                Scene.photograph(size: PixelSize(12, 9)), settings: EncodeSettings())
            for rule in [
                "fit:30000x,enlarge", "fit:64x,zoom:100000,enlarge", "fit,pad:0:9999999:0:0",
            ] {
                await #expect(throws: ImageError.self) {
                    _ = try await sized(bytes, rule, sandboxedCodecs())
                }
            }
        }
    }
#endif
