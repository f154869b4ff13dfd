#if GTK

    import CGTK4
    import Foundation
    import Testing
    import WebImageBMP
    import WebImageCaching
    import WebImageCoding
    import WebImageGTK
    import WebImageLoading
    import WebImagePipeline
    import WebImagePixels
    import WebImageTesting
    import WebImageURLSession
    import WebImageViews

    extension GTKTests {
        /// A view over a real server and a real cache folder.
        struct CachedFirstTests {
            private let origin: OriginServer
            private let folder =
                FileManager.default.temporaryDirectory.path + "/gtk-" + UUID().uuidString

            init() throws { origin = try OriginServer() }

            private func reply(_ number: Int) -> OriginReply {
                let bytes = TestPicture.bytes(named: "200x150-\(number)")
                return OriginReply(
                    headers: [("ETag", "\"\(number)\""), ("Cache-Control", "max-age=0")],
                    body: bytes.withUnsafeBytes { Array($0) })
            }

            /// Returns a pipeline with a memory cache of its own, as of another process.
            private func pipeline() -> ImagePipeline {
                ImagePipeline(
                    memory: MemoryCache(maxBytes: 1 << 24), disk: DiskCache(folder: folder),
                    loader: SchemeLoader(over: URLSessionTransport()),
                    codecs: CodecList(decoders: [BMPDecoder()], encoders: [BMPEncoder()]))
            }

            @Test @GTKActor
            func `by default a stale picture of the disk is drawn until the origin has answered`()
                async throws
            {
                defer { try? FileManager.default.removeItem(atPath: folder) }
                let url = origin.url("/a.bmp")
                origin.reply("/a.bmp", with: reply(1))
                let first = pipeline()
                _ = try await first.image(for: url)
                await first.flush()
                origin.reply("/a.bmp", with: reply(2).held())
                let test = OpenView(pipeline())
                var ends = 0
                test.view.load(url) { _ in ends += 1 }
                #expect(await test.draws(TestPicture.color(1, quarter: 0)))
                #expect(test.view.isLoading() && ends == 0)
                origin.release("/a.bmp")
                #expect(await test.draws(TestPicture.color(2, quarter: 0)))
                #expect(await until { !test.view.isLoading() })
                #expect(ends == 1 && origin.requestCount("/a.bmp") == 2)
                test.window.close()
            }
        }
    }

#endif
