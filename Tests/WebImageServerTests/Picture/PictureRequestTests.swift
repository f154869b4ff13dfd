#if Server
    import Testing
    import WebImage
    import WebImageTesting
    import WebImageURLs

    @testable import WebImageServer

    /// Pictures of plans, and the steps that make them.
    struct PictureRequestTests {
        private static let source = Scene.photograph(size: PixelSize(width: 64, height: 48))

        private func picture(of plan: ImagePlan) async throws -> Bitmap {
            let file = try BMPEncoder().encode(Self.source, settings: EncodeSettings())
            let pipeline = ImagePipeline(
                memory: MemoryCache(maxBytes: 1 << 22), disk: nil,
                loader: ScriptedLoader(bytes: file, headers: [:]), codecs: .installed)
            let request = PictureRequest(
                plan, accept: nil, ServerSettings(), watermark: nil, codecs: .installed,
                encodable: [.png])
            let result = try await request.file(by: pipeline)
            let decoder = try CodecList.installed.decoder(for: .png)
            return try result.bytes.withSpan { bytes throws(CodecError) in
                try decoder.decode(bytes, options: DecodeOptions()).bitmap
            }
        }

        @Test(arguments: [
            "rs:fit:30:20", "rs:fill:30:20/g:noea", "t:10/rs:fill:30:20/sh:1/bl:2",
            "bg:ff0000/pd:1:2:3:4/rs:fit:30:20/rot:90", "c:20:30:ea/w:10", "pix:4/fl:1", "t:0",
            "q:50",
            "rs:force:17:31/bl:1/ex:1", "rs:auto:20:40/dpr:2/rot:270/fl:0:1",
            "exar:1/s:10:40/pd:2/bl:3",
            "mw:80/el:1",
        ])
        func `the picture of an address is that of its steps, one after another`(
            options: String
        ) async throws {
            let plan = try ImgproxyGrammar().plan(
                for: "/_/\(options)/plain/http://a.test/a.bmp@png", at: 0)
            var expected = Self.source
            for step in plan.steps {
                let transform: BuiltInTransform
                switch step {
                case .trim(let trim): transform = trim
                case .size(let rule, let effects): transform = .sized(rule, effects: effects)
                case .background(let color): transform = .background(color)
                case .transform(let other): transform = other
                case .watermark: continue
                }
                expected = try transform.apply(to: expected)
            }
            let made = try await picture(of: plan)
            #expect(made.size == expected.size)
            #expect(made.size != expected.size || difference(made, expected) <= 2)
        }

        @Test(
            arguments: [
                (nil, true, false), (nil, false, true), (true, false, false), (false, true, true),
            ] as [(Bool?, Bool, Bool)])
        func `a picture stays as stored if the address says so, else by the settings`(
            turns: Bool?, turnsAll: Bool, isStored: Bool
        ) {
            var (plan, settings) = (ImagePlan(source: "http://a.test/"), ServerSettings())
            (plan.turnsUpright, settings.turnsUpright) = (turns, turnsAll)
            let request = PictureRequest(
                plan, accept: nil, settings, watermark: nil, codecs: .installed, encodable: [.png])
            #expect((request.request.decoder is StoredDecoder) == isStored)
        }

        /// The largest difference of a channel.
        private func difference(_ one: Bitmap, _ other: Bitmap) -> Int {
            var largest = 0
            for y in 0..<one.size.height {
                for x in 0..<one.size.width {
                    for channel in 0..<4 {
                        largest = max(
                            largest, abs(Int(one[x, y][channel]) - Int(other[x, y][channel])))
                    }
                }
            }
            return largest
        }
    }
#endif
