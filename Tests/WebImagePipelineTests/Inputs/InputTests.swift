import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting
import WebImageTransforms

/// Pictures that transforms need besides: each has a request of its own.
@Suite(.timeLimit(.minutes(1))) struct InputTests {
    private let test = InputPipeline()
    private var pipeline: ImagePipeline { test.test.pipeline }

    @Test func `a second picture is loaded and drawn`() async throws {
        let image = try await pipeline.image(for: test.request()).image
        #expect(image.poster == InputPipeline.composed())
        #expect(test.urls == [InputPipeline.mark, InputPipeline.main])
    }

    @Test func `twenty equal requests at once load each picture once`() async throws {
        let request = test.request()
        let pictures = try await withThrowingTaskGroup(of: Bitmap.self) { group in
            for _ in 0..<20 {
                group.addTask { [pipeline] in
                    try await pipeline.image(for: request).image.poster
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(pictures == Array(repeating: InputPipeline.composed(), count: 20))
        #expect(test.urls == [InputPipeline.mark, InputPipeline.main])
    }

    @Test func `different pictures share the second one`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<9 {
                group.addTask { [pipeline, test] in
                    let request = test.request(InputPipeline.main + "?\(number)")
                    _ = try await pipeline.image(for: request)
                }
            }
            try await group.waitForAll()
        }
        #expect(test.urls.count == 10)
        #expect(test.urls.filter { $0 == InputPipeline.mark }.count == 1)
    }

    @Test func `the key names the input and all that changes it`() async throws {
        var signed = ImageRequest(InputPipeline.mark)
        signed.headers = ["Authorization": "Bearer one"]
        var small = ImageRequest(InputPipeline.mark)
        small.targetSize = PixelSize(width: 2, height: 2)
        let transforms: [BuiltInTransform] = [
            .composite(InputPipeline.mark), .composite(InputPipeline.mark + "?2"),
            .composite(signed), .composite(small), .composite(InputPipeline.mark, at: .east),
            .composite(ImageRequest(InputPipeline.mark, transforms: [.grayscale()])),
            .composite(ImageSource.data(InputPipeline.markBytes)),
        ]
        var keys: [CacheKey] = []
        for transform in transforms {
            let request = ImageRequest(InputPipeline.main, transforms: [transform])
            let key = try await pipeline.prepare(request).imageKey
            #expect(try await pipeline.prepare(request).imageKey == key)
            keys.append(key)
        }
        #expect(Set(keys).count == transforms.count)
        #expect(Set(keys.map(\.text)).count == transforms.count)
        // URLs may have secrets.
        #expect(keys.allSatisfy { !$0.text.contains("mark.bmp") })
    }

    @Test func `a second picture that cannot be loaded fails the first one`() async throws {
        let request = ImageRequest(
            InputPipeline.main, transforms: [.composite("http://origin.test/none.bmp?secret")])
        let error = await #expect(throws: ImageError.self) {
            try await pipeline.image(for: request)
        }
        guard case .input("composite", .load(let failure))? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.status == 404 && error?.status == 404 && error?.stage == "load")
        #expect(error?.description.hasPrefix("load: the input of composite: ") == true)
        #expect(error?.description.contains("secret") == false)
        // The first picture was not to blame.
        #expect(try await pipeline.image(for: InputPipeline.main).image.size.width == 12)
    }

    @Test func `a second picture that is none is remembered, until a request ignores that`()
        async throws
    {
        let broken = "http://origin.test/broken.bmp"
        var request = ImageRequest(InputPipeline.main, transforms: [.composite(broken)])
        guard case .input(_, .decode)? = await Self.failure(of: request, in: pipeline),
            case .input(_, .remembered)? = await Self.failure(of: request, in: pipeline)
        else {
            Issue.record("the failure is not remembered")
            return
        }
        #expect(test.urls == [broken])
        request.ignoresRememberedFailures = true
        #expect(await Self.failure(of: request, in: pipeline) != nil)
        #expect(test.urls == [broken, broken])
    }

    @Test func `a cancelled load cancels that of its second picture`() async throws {
        let frozen = InputPipeline(isFrozen: true)
        let task = Task { try await frozen.test.pipeline.image(for: frozen.request()) }
        #expect(await eventually { frozen.test.loader.loadCount == 1 })
        task.cancel()
        let error = await #expect(throws: ImageError.self) { try await task.value }
        guard case .cancelled? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(await eventually { frozen.test.loader.cancelCount == 1 })
        #expect(await eventually { frozen.test.pipeline.work == PipelineWork() })
    }

    @Test func `a suspended request suspends its second picture`()
        async throws
    {
        let control = LoadControl(isSuspended: true)
        var request = test.request()
        request.control = control
        async let response = pipeline.image(for: request)
        #expect(await eventually { pipeline.work.images == 2 })
        #expect(test.urls.isEmpty)
        control.isSuspended = false
        #expect(try await response.image.poster == InputPipeline.composed())
    }

    @Test func `a tiny memory budget delays, and stops nothing`() async throws {
        let tiny = InputPipeline(limits: PipelineLimits(memoryBudget: 4096))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<12 {
                group.addTask {
                    let request = tiny.request(
                        InputPipeline.main + "?\(number)", InputPipeline.mark + "?\(number)")
                    let image = try await tiny.test.pipeline.image(for: request).image
                    #expect(image.poster == InputPipeline.composed())
                }
            }
            try await group.waitForAll()
        }
        let usage = tiny.test.pipeline
        #expect(await eventually { usage.work == PipelineWork() })
        #expect(await eventually { usage.memoryUsage.work.holderCount == 0 })
        #expect(await eventually { usage.memoryUsage.storedBodies.holderCount == 0 })
    }

    @Test func `an input with an input is refused, and so are five`() async throws {
        let inner = ImageRequest(
            InputPipeline.mark, transforms: [.composite(InputPipeline.mark)])
        let requests = [
            ImageRequest(InputPipeline.main, transforms: [.composite(inner)]),
            ImageRequest(
                InputPipeline.main,
                transforms: Array(repeating: .composite(InputPipeline.mark), count: 5)),
        ]
        for request in requests {
            let error = await #expect(throws: ImageError.self) {
                try await pipeline.image(for: request)
            }
            #expect(error?.stage == "request", "\(String(describing: error))")
        }
        #expect(test.urls.isEmpty)
    }

    @Test func `four second pictures are drawn in order`() async throws {
        let gravities: [Gravity] = [.northwest, .northeast, .southwest, .center]
        let image = try await pipeline.image(
            for: ImageRequest(
                InputPipeline.main,
                transforms: gravities.map { .composite(InputPipeline.mark, at: $0) })
        ).image
        var expected = InputPipeline.composed()
        for (x, y) in [(9, 0), (0, 6), (5, 4)] {
            expected.composite(InputPipeline.markPicture(), atX: x, y: y)
        }
        #expect(image.poster == expected)
        #expect(test.urls == [InputPipeline.mark, InputPipeline.main])
    }

    @Test func `a transform of the program may keep its inputs`() async throws {
        let request = ImageRequest(InputPipeline.main, transforms: [Insistent()])
        let image = try await pipeline.image(for: request).image
        #expect(image.size == PixelSize(width: 12, height: 8))
        #expect(test.urls == [InputPipeline.mark, InputPipeline.main])
    }

    @Test func `a rewrite that adds a second picture to every request ends`() async throws {
        var pipeline = pipeline
        pipeline.rewrite = { request in
            var request = request
            request.transforms.append(.composite(InputPipeline.mark, at: .northwest))
            return request
        }
        let image = try await pipeline.image(for: InputPipeline.main).image
        #expect(image.poster == InputPipeline.composed())
    }

    @Test func `a spelled transform reads no file unless files are allowed`() async throws {
        let path = test.test.folder.path + "/mark é.bmp"
        try FileManager.default.createDirectory(
            atPath: test.test.folder.path, withIntermediateDirectories: true)
        let bytes = InputPipeline.markBytes.withSpan { span in
            unsafe span.withUnsafeBytes { Data($0) }
        }
        try bytes.write(to: URL(fileURLWithPath: path))
        var pipeline = pipeline
        pipeline.loader = SchemeLoader(["http": test.test.loader, "file": FileLoader()])
        let own = BuiltInTransform.composite(URL(fileURLWithPath: path), at: .northwest)
        let spelled = try Vocabulary.withInputs.read(own.spelling)
        #expect(spelled.spelling == own.spelling)
        var request = ImageRequest(InputPipeline.main, transforms: [spelled])
        // The permission is that of the first picture.
        request.allowsFileURLs = true
        for _ in 0..<2 {
            let error = await Self.failure(of: request, in: pipeline)
            #expect(error?.stage == "request", "\(String(describing: error))")
            let program = ImageRequest(InputPipeline.main, transforms: [own])
            #expect(
                try await pipeline.image(for: program).image.poster == InputPipeline.composed())
        }
        pipeline.defaults.allowsFileURLs = true
        #expect(try await pipeline.image(for: request).image.poster == InputPipeline.composed())
    }

    private static func failure(
        of request: ImageRequest, in pipeline: ImagePipeline
    ) async -> ImageError? {
        do throws(ImageError) {
            _ = try await pipeline.image(for: request)
            return nil
        } catch {
            return error
        }
    }

    @Test func `text without a decoder of SVG fails, and names it`() async throws {
        let request = ImageRequest(InputPipeline.main, transforms: [.text("a")])
        let error = await #expect(throws: ImageError.self) {
            try await pipeline.image(for: request)
        }
        guard case .input("text", .decode)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.reason.contains("svg") == true, "\(String(describing: error))")
    }

    @Test func `every frame of an animation gets the second picture`() async throws {
        let dots = DotsPipeline(DotsFile(frameCount: 3))
        var request = dots.request()
        request.transforms = [
            .composite(ImageSource.data(InputPipeline.markBytes), at: .northwest)
        ]
        let image = try await dots.image(request)
        let frames = try #require(image.frames)
        #expect(frames.count == 3)
        for index in 0..<3 {
            var expected = dots.file.bitmap(ofFrame: index)
            expected.composite(InputPipeline.markPicture(), atX: 0, y: 0)
            #expect(try frames.frame(at: index).bitmap == expected)
        }
        #expect(image.poster == (try frames.frame(at: 0).bitmap))
    }
}

/// A transform that has its inputs even with their pictures, and draws none.
private struct Insistent: ImageTransform {
    let spelling = "insistent"
    let inputs = [ImageRequest(InputPipeline.mark)]

    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap { bitmap }
}
