#if Sandbox && os(Linux)
    import SandboxAttacks
    import TestSupport
    import Testing
    import WebImage
    import WebImageSandbox

    /// A worker that a picture has taken over sees nothing of another source.
    @Suite struct IsolationTests {
        /// Returns a pipeline whose pictures are decoded, converted and encoded in workers.
        private func pipeline(_ isolation: DecoderIsolation) async throws -> ImagePipeline {
            var pipeline = ImagePipeline.standard
            (pipeline.disk, pipeline.results) = (nil, nil)
            (pipeline.memory, pipeline.resultMemory) = (
                MemoryCache(maxBytes: 0), MemoryCache(maxBytes: 0)
            )
            pipeline.codecs = try await sandboxedCodecs(encodes: true, isolation: isolation)
            return pipeline
        }

        /// A picture with a profile, so that its colours are converted in a worker as well.
        private func picture(_ side: Int) throws -> ByteBlock {
            var settings = EncodeSettings()
            settings.embedded.profile = ICCFile.displayP3.bytes
            return try CodecList.installed.encoder(for: .png).encode(
                Scene.photograph(size: PixelSize(side, 20)), settings: settings)
        }

        /// Returns the texts of what a spy in a decoder or an encoder saw of other sources.
        ///
        /// - Parameter settings: The settings by which the spy came into the encoder.
        private func seen(
            _ isolation: DecoderIsolation, encoding settings: EncodeSettings
        ) async throws -> [String] {
            let pipeline = try await pipeline(isolation)
            _ = try? await pipeline.image(for: ImageSource.data(Attack.spy.bytes()))
            let attack = ImageSource.data(try picture(AttackEncoder.spy))
            do {
                _ = try await pipeline.file(
                    for: ImageRequest(attack), as: .attack, settings: settings)
            } catch {
                #expect("\(error)".contains("taken over"))
            }
            var texts: [String] = []
            for side in 21...24 {
                do {
                    let source = ImageSource.data(try picture(side))
                    let file = try await pipeline.file(
                        for: ImageRequest(source), as: .webp,
                        settings: side % 2 == 0 ? EncodeSettings() : .withMetadata)
                    #expect(file.size == PixelSize(side, 20))
                } catch {
                    texts.append("\(error)")
                }
            }
            return texts
        }

        @Test func `a spy in a worker sees its own source alone`() async throws {
            #expect(try await seen(.perSource, encoding: .withMetadata) == [])
        }

        @Test func `an encoder that sees pixels alone serves all sources`() async throws {
            let texts = try await seen(.perSource, encoding: EncodeSettings())
            #expect(!texts.isEmpty && texts.allSatisfy { $0.contains("the spy saw operation 9") })
        }

        @Test func `sources that share workers share a spy`() async throws {
            let texts = try await seen(.shared, encoding: .withMetadata)
            #expect(texts.contains { $0.contains("the spy saw operation") }, "\(texts)")
        }

        @Test func `documents and encoders have workers of their own`() async throws {
            let pipeline = try await pipeline(.shared)
            _ = try? await pipeline.image(for: ImageSource.data(Attack.spy.bytes()))
            let svg = Array(
                "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='8'/>".utf8)
            let image = try await pipeline.image(
                for: ImageSource.data(ByteBlock(copying: svg))
            ).image
            #expect(image.size == PixelSize(9, 8))
            let file = try await pipeline.encode(image, as: .png)
            #expect(file.withSpan { ImageFormat(signatureOf: $0) } == .png)
        }
    }
#endif
