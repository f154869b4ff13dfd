import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImagePixels
import WebImageTransforms

/// Transforms of animations.
struct FrameTransformTests {
    private let file = DotsFile(frameCount: 3)

    private func image(_ transforms: any ImageTransform...) async throws -> DecodedImage {
        let test = DotsPipeline(file)
        var request = test.request()
        request.transforms = transforms
        return try await test.image(request)
    }

    @Test(
        arguments: [
            .resize(to: PixelSize(3, 3), fit: .fill), .crop(to: PixelSize(4, 2)),
            .rotate(degrees: 90), .flip(.horizontal), .roundCorners(radius: 2), .circle(),
            .blur(1), .grayscale(),
        ] as [BuiltInTransform])
    func `a transform works on every frame`(transform: BuiltInTransform) async throws {
        let image = try await image(transform)
        let frames = try #require(image.frames)
        #expect(frames.count == 3)
        #expect(frames.size == image.size)
        for index in 0..<3 {
            let expected = try transform.apply(to: file.bitmap(ofFrame: index))
            #expect(try frames.frame(at: index).bitmap == expected)
        }
        #expect(try frames.frame(at: 0).bitmap == image.poster)
        #expect(image.metadata.frameCount == 3)
    }

    @Test func `all built-in transforms but a trim work on every frame`() throws {
        for entry in Vocabulary.withInputs.entries where entry.name != "trim" {
            for example in entry.examples {
                #expect(try Vocabulary.withInputs.read(example).scope == .everyFrame)
            }
        }
    }

    @Test func `transforms of a frame run in order when it is asked for`() async throws {
        let test = DotsPipeline(file)
        var request = test.request()
        request.transforms = [.crop(to: PixelSize(4, 4)), Negative()]
        let frames = try #require(try await test.image(request).frames)
        #expect(test.decoder.log.frames == [0])
        let cropped = try BuiltInTransform.crop(to: PixelSize(4, 4)).apply(
            to: file.bitmap(ofFrame: 2))
        #expect(try frames.frame(at: 2).bitmap == Negative().apply(to: cropped))
        #expect(test.decoder.log.frames == [0, 2])
    }

    @Test func `a transform of the poster makes a still`() async throws {
        let image = try await image(Negative(), PosterOnly())
        #expect(image.frames == nil)
        #expect(try image.poster == Negative().apply(to: file.bitmap(ofFrame: 0)))
        #expect(image.metadata.frameCount == 1)
        #expect(image.metadata.durations.isEmpty)
        #expect(image.metadata.loopCount == nil)
    }

    @Test func `the poster of an animation is trimmed`() async throws {
        let test = DotsPipeline(DotsFile(frameCount: 3))
        var request = test.request()
        request.transforms = [.trim(threshold: 0)]
        let image = try await test.image(request)
        #expect(image.frames == nil && image.metadata.frameCount == 1)
        #expect(BuiltInTransform.trim().scope == .poster)
    }

    @Test func `a place that the first frame gives is that of all frames`() async throws {
        let image = try await image(.flip(.horizontal), FirstColumns())
        let frames = try #require(image.frames)
        for index in 0..<3 {
            let flipped = try BuiltInTransform.flip(.horizontal).apply(
                to: file.bitmap(ofFrame: index))
            let expected = flipped.cropped(to: PixelRect(x: 0, y: 0, size: PixelSize(3, 2)))
            #expect(try frames.frame(at: index).bitmap == expected)
        }
        #expect(try frames.frame(at: 0).bitmap == image.poster)
    }

    @Test func `smart crops of an animation keep the size of its frames`() async throws {
        for transform in [
            .crop(to: PixelSize(3, 2), at: .attention),
            .resize(to: PixelSize(2, 2), fit: .fill, at: .attention),
        ] as [BuiltInTransform] {
            let image = try await image(transform)
            let placed = transform.placed(on: file.bitmap(ofFrame: 0))
            let frames = try #require(image.frames)
            for index in 0..<3 {
                let expected = try placed.apply(to: file.bitmap(ofFrame: index))
                #expect(try frames.frame(at: index).bitmap == expected)
            }
        }
    }

    @Test func `a frame that becomes another size than the poster is an error`() async throws {
        let frames = try #require(try await image(CropByColor()).frames)
        #expect(throws: TransformFailure.self) { try frames.frame(at: 1) }
    }

    @Test func `a transformed image says nothing of pixels that are gone`() async throws {
        let plain = try await DotsPipeline(file).image().metadata
        let cropped = try await image(.crop(to: PixelSize(2, 2))).metadata
        #expect(plain.exif != nil && plain.density != nil)
        #expect(cropped.exif == plain.exif?.uprightExif().withoutExifThumbnail())
        // Its sides differ, and a picture may be turned.
        #expect(cropped.density == nil)
        #expect(cropped.size == plain.size)
    }

    @Test func `a round picture has alpha`() async throws {
        #expect(try await image(.circle()).metadata.hasAlpha)
        #expect(try await !image(.flip(.vertical)).metadata.hasAlpha)
    }
}

/// A transform that applies to single pictures only.
struct PosterOnly: ImageTransform {
    var spelling: String { "poster" }
    var scope: TransformScope { .poster }
    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap { bitmap }
}

/// A transform that cuts another part out of each frame, unless a frame has placed it.
private struct FirstColumns: PlacedTransform {
    var x: Int?
    var spelling: String { "firstcolumns" }
    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        let x = x ?? Int(bitmap[0, 0][2] - 40) / 50
        return bitmap.cropped(to: PixelRect(x: x, y: 0, size: PixelSize(3, 2)))
    }
    func placed(on bitmap: Bitmap) -> any ImageTransform {
        FirstColumns(x: x ?? Int(bitmap[0, 0][2] - 40) / 50)
    }
}

/// A transform whose result depends on the picture.
private struct CropByColor: ImageTransform {
    var spelling: String { "cropbycolor" }
    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        let width = bitmap[0, 0][2] == 40 ? 3 : 4
        return bitmap.cropped(to: PixelRect(x: 0, y: 0, size: PixelSize(width: width, height: 2)))
    }
}
