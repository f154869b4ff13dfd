import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// Files whose format and settings a program chooses by the picture.
struct FileChoiceTests {
    /// Returns the file of a request, whose choice notes the source and the size of the file.
    private func file(
        _ test: FilePipeline, _ request: ImageRequest? = nil, named name: String = "noted",
        copies: Bool = true
    ) async throws -> ImageFile {
        try await test.pipeline.file(for: request ?? test.request(), named: name) {
            image, original in
            var choice = FileChoice(original.format ?? .png)
            choice.copiesOriginal = copies
            choice.note = {
                "\(original.format?.rawValue ?? "")  of \(image.size)\n\($0.count) bytes"
            }
            return choice
        }
    }

    @Test func `a choice is made once, and its note is kept in memory and on disk`() async throws {
        let test = FilePipeline()
        let made = try await file(test)
        #expect(made.format == .bmp && made.size == PixelSize(width: 6, height: 4))
        #expect(made.note == "bmp  of 6x4\n\(made.bytes.count) bytes")
        #expect(try await file(test).origin == .memory)
        let read = try await file(test.restarted())
        #expect(read.origin == .disk && read.note == made.note && read.bytes == made.bytes)
        #expect(read.respondedAt == made.respondedAt && made.respondedAt != nil)
        #expect(test.counts == [1, 1, 1])
    }

    @Test func `choices of other names have other files`() async throws {
        let test = FilePipeline()
        _ = try await file(test)
        _ = try await file(test, named: "other")
        #expect(try await test.file().note.isEmpty)
        #expect(test.counts == [1, 3, 3])
    }

    @Test(arguments: [true, false])
    func `a choice says if bytes may be copied`(copies: Bool) async throws {
        let test = FilePipeline()
        var request = test.request()
        request.targetSize = nil
        _ = try await file(test, request, copies: copies)
        #expect(test.encoder.count == (copies ? 0 : 1))
    }

    @Test func `an error of a choice is one of the encoding, and is not kept`() async throws {
        let test = FilePipeline()
        for _ in 0..<2 {
            let error = await #expect(throws: ImageError.self) {
                try await test.pipeline.file(for: test.request(), named: "refused") {
                    _, _ throws(CodecError) in throw .unsupported(.bmp, "a choice")
                }
            }
            guard case .encode(.unsupported(.bmp, "a choice"))? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        #expect(test.encoder.count == 0)
    }

    @Test func `progress of the transfer is told`() async throws {
        let test = FilePipeline()
        let counts = Mutex<[Int]>([])
        let file = try await test.pipeline.file(
            for: test.request(), named: "progress",
            onProgress: { progress in counts.withLock { $0.append(progress.receivedByteCount) } }
        ) { _, _ in FileChoice(.bmp) }
        #expect(file.format == .bmp)
        #expect(counts.withLock { $0.last } == TestPipeline.picture().count)
    }

    @Test func `a refresh with progress renews what the disk has`() async throws {
        let test = FilePipeline()
        // Only the original is there.
        var request = test.request()
        _ = try await test.pipeline.image(for: request)
        request.cachePolicy = .refresh
        let file = try await test.restarted().pipeline.file(
            for: request, named: "progress", onProgress: { _ in }
        ) { _, _ in FileChoice(.bmp) }
        #expect(file.unchanged && file.format == .bmp)
    }
}

/// Rules that give a picture its own size, and other pixels.
struct FileSizingTests {
    private static func rule(_ change: (inout TargetSizing) -> Void) -> TargetSizing {
        var rule = TargetSizing()
        change(&rule)
        return rule
    }

    @Test(arguments: [
        (TargetSizing(.fit, 12, 8), true), (rule { $0.enlarges = true }, true),
        (rule { $0.orientation = .down }, false), (rule { $0.orientation = .upMirrored }, false),
        (
            rule {
                ($0.mode, $0.width, $0.height) = (.fill, 12, 8)
                $0.atLeast = PixelSize(width: 24, height: 16)
            }, false
        ),
    ])
    func `only a rule that changes nothing copies bytes`(
        rule: TargetSizing, isCopied: Bool
    ) async throws {
        let test = FilePipeline()
        var request = test.fresh.request()
        request.targetSizing = rule
        let file = try await test.pipeline.file(for: request, as: .bmp)
        #expect(file.size == PixelSize(width: 12, height: 8))
        #expect(test.encoder.count == (isCopied ? 0 : 1))
    }
}

/// Keys of files, which have all that decides if bytes are copied.
struct FileRecipeTests {
    @Test(arguments: [
        EncodeSettings(quality: 80), EncodeSettings(metadata: .drop),
        EncodeSettings(metadata: .keep), EncodeSettings(metadata: .dropLocation),
    ])
    func `settings that are stated have keys of their own`(settings: EncodeSettings) async throws {
        let pipeline = FilePipeline().pipeline
        let request = ImageRequest("https://example.com/cat.bmp")
        let plain = try await pipeline.fileKeys(for: request, as: .bmp)
        let stated = try await pipeline.fileKeys(for: request, as: .bmp, settings: settings)
        #expect(plain.data == stated.data)
        #expect(plain.file != stated.file && plain.file.digest != stated.file.digest)
    }

    @Test func `stated colours have a key of their own, of files only`() async throws {
        let pipeline = FilePipeline().pipeline
        let request = ImageRequest("https://example.com/cat.bmp")
        var stated = request
        stated.colorProfile = .sRGB
        let image = try await pipeline.cacheKeys(for: request).image
        #expect(try await pipeline.cacheKeys(for: stated).image == image)
        let file = try await pipeline.fileKeys(for: request, as: .bmp).file
        let other = try await pipeline.fileKeys(for: stated, as: .bmp).file
        #expect(file != other && file.digest != other.digest)
    }
}
