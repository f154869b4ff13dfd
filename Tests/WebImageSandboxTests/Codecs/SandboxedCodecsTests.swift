#if Sandbox && os(Linux)
    import TestSupport
    import Testing
    import WebImage
    import WebImageSandbox

    /// Everything a codec does is the same behind the wall.
    @Suite struct SandboxedCodecsTests {
        /// About 100 files of the corpus, some of each format.
        static let sample: [Corpus.Entry] = {
            let formats = [
                "jpeg", "png", "apng", "gif", "webp", "avif", "heic", "jxl", "svg", "bmp", "tiff",
                "ico",
            ]
            if LongRun.isWanted { return Corpus.all }
            return formats.flatMap { format in
                let entries = Corpus.entries(format: format)
                let step = max(entries.count / 9, 1)
                return stride(from: 0, to: entries.count, by: step).map { entries[$0] }
            }
        }()

        @Test(.enabled(if: Corpus.isAvailable))
        func resultsAreThoseOfTheProgramItself() async throws {
            let own = CodecList.installed.drawingInProcess
            let remote = try await sandboxedCodecs()
            #expect(Self.sample.count >= 100)
            for entry in Self.sample {
                let image = own.recognizing(EncodedImage(try entry.load()))
                guard let format = image.format, let twin = try? own.decoder(for: format) else {
                    continue
                }
                let decoder = try remote.decoder(for: format)
                #expect(decoder.identity == twin.identity)
                let isHostile = format == .svg && entry.path.hasPrefix("hostile/")
                for box in [nil, PixelSize(64, 64)] as [PixelSize?] {
                    let options = DecodeOptions(
                        limits: .within(.seconds(isHostile ? 5 : 60)),
                        downsampling: Downsampling(box: box))
                    let found = await blocking.run { Outcome(of: image, by: decoder, options) }
                    // Here nothing would end a drawing that takes minutes.
                    if isHostile, case .workerEnded(_, .time) = found.error { continue }
                    let expected = await blocking.run { Outcome(of: image, by: twin, options) }
                    #expect(found == expected, "\(entry.path)")
                }
            }
        }

        @Test(.enabled(if: Corpus.isAvailable))
        func framesAreThoseOfTheProgramItself() async throws {
            let (own, remote) = (CodecList.installed, try await sandboxedCodecs())
            let options = DecodeOptions(downsampling: Downsampling(box: PixelSize(100, 100)))
            for format in ["gif", "apng", "webp", "avif", "heic", "jxl"] {
                for entry in Corpus.entries(format: format).filter({ $0.frames > 1 }).prefix(3) {
                    let image = EncodedImage(try entry.load())
                    guard let format = image.format,
                        let twin = try own.decoder(for: format) as? any AnimatedImageDecoder,
                        let expected = try? twin.frames(of: image, options: options)
                    else { continue }
                    let decoder = try remote.decoder(for: format) as? any AnimatedImageDecoder
                    let found = try decoder?.frames(of: image, options: options)
                    let frames = try #require(found)
                    #expect(frames.size == expected.size && frames.count == expected.count)
                    #expect(frames.rawDurations == expected.rawDurations)
                    #expect(frames.durations == expected.durations)
                    #expect(frames.loopCount == expected.loopCount)
                    for index in [0, 1, expected.count - 1, 0] {
                        let found = Result { try frames.frame(at: index) }
                        switch Result(catching: { try expected.frame(at: index) }) {
                        case .success(let frame):
                            let other = try found.get()
                            #expect(other.bitmap.samePixels(as: frame.bitmap), "\(entry.path)")
                            #expect(other.duration == frame.duration)
                        case .failure:
                            #expect(throws: CodecError.self) { try found.get() }
                        }
                    }
                }
            }
        }

        @Test func twoAnimationsTakeTurns() async throws {
            let remote = try await sandboxedCodecs()
            let frames = (0..<3).map { index in
                ImageFrame(
                    bitmap: Scene.photograph(size: PixelSize(8, 8)),
                    duration: .milliseconds(100 * (index + 1)))
            }
            let encoder = try #require(CodecList.installed.animatedEncoder(for: .gif))
            let film = DecodedImage(frames: frames).frames
            let file = try encoder.encode(#require(film), settings: EncodeSettings())
            let decoder = try remote.decoder(for: .gif) as? any AnimatedImageDecoder
            let image = EncodedImage(file)
            let found = try (0..<2).map { _ in
                try decoder?.frames(of: image, options: DecodeOptions())
            }
            let (one, other) = (try #require(found[0]), try #require(found[1]))
            for index in [0, 2, 1, 2] {
                let (a, b) = (try one.frame(at: index), try other.frame(at: 2 - index))
                #expect(a.duration == .milliseconds(100 * (index + 1)))
                #expect(b.duration == .milliseconds(100 * (3 - index)))
            }
        }

        @Test func profilesAreConvertedInAWorker() async throws {
            let (own, remote) = (CodecList.installed, try await sandboxedCodecs())
            let profile = ByteBlock(copying: ICCFile.displayP3.bytes)
            let bitmap = Scene.photograph(size: PixelSize(40, 30))
            let (twin, color) = (try #require(own.color), try #require(remote.color))
            var (here, there) = (bitmap, bitmap)
            try twin.convertToSRGB(&here, from: .profile(profile))
            try color.convertToSRGB(&there, from: .profile(profile))
            #expect(there.samePixels(as: here))
            #expect(!there.samePixels(as: bitmap))
            #expect(color.describe(profile) == twin.describe(profile))
            #expect(color.identity == twin.identity)
            let damaged = ByteBlock(copying: [UInt8](repeating: 7, count: 300))
            #expect(throws: CodecError.self) {
                try color.convertToSRGB(&there, from: .profile(damaged))
            }
            #expect(color.describe(damaged) == nil)
        }
    }

    /// All that a decoder says about a picture.
    private struct Outcome: Equatable, Sendable {
        var metadata: ImageMetadata?
        var decoded: ImageMetadata?
        var demand: PixelSize?
        var profile: Int?
        var bitmap: Bitmap?
        var error: CodecError?

        init(of image: EncodedImage, by decoder: any ImageDecoder, _ options: DecodeOptions) {
            image.bytes.withSpan { bytes in
                demand = decoder.memoryDemand(of: bytes, options: options).map(\.size)
                metadata = try? decoder.metadata(of: bytes, limits: options.limits)
                profile = decoder.color(of: bytes).profile?.withUnsafeBytes { Array($0).hashValue }
                do throws(CodecError) {
                    var output = try decoder.decode(bytes, options: options)
                    // A worker has done it already.
                    try options.downsampling.reduce(&output)
                    decoded = output.metadata
                    bitmap = output.bitmap
                } catch {
                    self.error = error
                }
            }
        }
    }
#endif
