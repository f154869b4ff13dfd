import TestSupport
import Testing
import WebImageCaching
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting
import WebImageTransforms

/// Pictures that transforms need besides, of requests that are shown before their origins have
/// answered.
@Suite(.timeLimit(.minutes(1))) struct InputUpdateTests {
    private let test = InputPipeline()
    private var pipeline: ImagePipeline { test.test.pipeline }

    @Test func `a stale second picture is renewed for a new first one`() async throws {
        let mark = InputPipeline.mark + "?stale"
        _ = try await pipeline.image(for: mark)
        test.isSwapped.change { $0 = true }
        var request = test.request(InputPipeline.main, mark)
        request.cachePolicy = .cachedFirst
        let (cached, last) = await updates(request)
        #expect(cached.isEmpty)
        #expect(try last?.get().image.poster == InputPipeline.composed(isSwapped: true))
        #expect(try last?.get().isStale == false)
    }

    @Test func `a refresh shows memory while its second picture is asked for, and fails with it`()
        async throws
    {
        _ = try await pipeline.image(for: test.request())
        test.isSwapped.change { $0 = nil }
        var request = test.request()
        (request.cachePolicy, request.staleIfError) = (.refresh, nil)
        let shown = try #require(pipeline.imageForTheMeantime(completed: request))
        #expect(shown.image.poster == InputPipeline.composed())
        let (cached, last) = await updates(request)
        #expect(cached.map(\.image.poster) == [InputPipeline.composed()])
        guard case .failure(.input("composite", let cause))? = last else {
            Issue.record("\(String(describing: last))")
            return
        }
        #expect(cause.status == 503)
    }

    @Test func `a refresh shows the former picture, then the one with the new second picture`()
        async throws
    {
        _ = try await pipeline.image(for: test.request())
        test.isSwapped.change { $0 = true }
        var request = test.request()
        request.cachePolicy = .refresh
        let (cached, last) = await updates(request)
        #expect(cached.map(\.image.poster) == [InputPipeline.composed()])
        let response = try #require(try last?.get())
        #expect(response.image.poster == InputPipeline.composed(isSwapped: true))
        #expect(!response.unchanged)
    }

    @Test func `the time of a request is that of its second picture, too`() async throws {
        let frozen = InputPipeline(isFrozen: true)
        var request = frozen.request()
        request.timeout = .milliseconds(50)
        for _ in 0..<2 {
            let error = await #expect(throws: ImageError.self) {
                try await frozen.test.pipeline.image(for: request)
            }
            #expect(error?.reason.contains("within 0.05s") == true, "\(String(describing: error))")
        }
    }

    @Test func `a header that wants cached images only loads no second picture`() async throws {
        var request = test.request()
        request.headers = ["Cache-Control": "only-if-cached"]
        let error = await #expect(throws: ImageError.self) {
            try await pipeline.image(for: request)
        }
        guard case .notCached? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(test.urls.isEmpty)
    }

    @Test func `arguments out of range load nothing, and no text names the URL`() async throws {
        let request = ImageRequest(
            InputPipeline.main, transforms: [.composite("http://origin.test/?secret", opacity: 2)])
        let error = await #expect(throws: ImageError.self) {
            try await pipeline.image(for: request)
        }
        #expect(error?.stage == "transform")
        #expect(error?.description.contains("secret") == false)
        #expect(test.urls.isEmpty)
    }

    private func updates(
        _ request: ImageRequest
    ) async -> (cached: [ImageResponse], last: Result<ImageResponse, ImageError>?) {
        var cached: [ImageResponse] = []
        for await update in pipeline.updates(for: request) {
            switch update {
            case .cached(let response): cached.append(response)
            case .finished(let result): return (cached, result)
            default: break
            }
        }
        return (cached, nil)
    }
}
