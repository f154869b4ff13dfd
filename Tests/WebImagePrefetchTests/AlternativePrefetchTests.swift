import TestSupport
import Testing
import WebImageCaching
import WebImageLoading
import WebImagePipeline
import WebImagePrefetch
import WebImageTesting

/// Batches of requests with alternatives.
struct AlternativePrefetchTests {
    /// A pipeline whose hosts `down…` fail.
    private func pipeline() -> TestPipeline {
        TestPipeline(
            loader: ScriptedLoader { request in
                guard case .url(let url) = request.source, !url.contains("//down") else {
                    throw LoadFailure(.connectionFailed, "down")
                }
                return LoadedBody(
                    head: ResponseHead(url: url, headers: ["Cache-Control": "max-age=60"]),
                    origin: .network, expectedByteCount: nil,
                    chunks: BodyStream([TestPipeline.picture()]))
            })
    }

    private func request(_ alternatives: [ImageAlternative]) -> ImageRequest {
        var request = ImageRequest("http://down.test/a.bmp")
        request.alternatives = alternatives
        return request
    }

    @Test(arguments: PrefetchTarget.allCases)
    func `the alternative is kept where the first would be`(target: PrefetchTarget) async throws {
        let test = pipeline()
        let own = ImageRequest("http://up.test/a.bmp")
        for alternative in ["http://up.test/a.bmp", .request(own)] as [ImageAlternative] {
            test.pipeline.memory.removeAll()
            try test.pipeline.disk?.removeAll()
            let progress = await test.pipeline.prefetch([request([alternative])], into: target)
                .end()
            #expect((progress.done, progress.failed) == (1, 0))
            let places = try await test.pipeline.cachePlaces(of: own)
            #expect(places.isEmpty == (target == .nothing))
            #expect(places.contains(.memory) == (target == .memory))
        }
    }

    @Test func `if all fail the failure is the first one's`() async throws {
        let test = pipeline()
        let failures = Locked<[String]>([])
        let progress = await test.pipeline.prefetch(
            [request(["http://down2.test/a.bmp"])],
            onEnd: { _, outcome in
                if case .failed(let error) = outcome { failures.change { $0.append("\(error)") } }
            }
        ).end()
        #expect((progress.done, progress.failed) == (0, 1))
        #expect(failures.value == ["load: down"])
        #expect(test.loader.loadCount == 2)
    }

    @Test func `a missing file has alternatives, too`() async throws {
        let test = pipeline()
        var request = ImageRequest(ImageSource.file(test.folder.path + "/none.bmp"))
        request.alternatives = ["http://up.test/a.bmp"]
        #expect(await test.pipeline.prefetch([request]).end().done == 1)
    }
}
