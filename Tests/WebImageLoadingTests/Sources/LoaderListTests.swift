import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// The first loader that takes a request loads it.
struct LoaderListTests {
    private func loader(_ width: Int) -> ScriptedLoader {
        ScriptedLoader(bytes: TestPipeline.picture(width: width))
    }

    private func width(
        of url: String, with list: any ImageLoader, own: (any ImageLoader)? = nil
    ) async throws -> Int {
        var test = TestPipeline()
        test.pipeline.loader = list
        var request = ImageRequest(url)
        request.loader = own
        return try await test.pipeline.image(for: request).image.size.width
    }

    @Test func `the first that takes the request loads it, the fallback the rest`() async throws {
        let list = LoaderList(
            [
                .init("photos", loader(21)) { $0.source.scheme == "photos" },
                .init("small", loader(22)) { $0.targetSize != nil },
                .init("photos again", loader(23)) { $0.source.scheme == "photos" },
            ], otherwise: loader(24))
        #expect(try await width(of: "photos://1", with: list) == 21)
        #expect(try await width(of: "PHOTOS://1", with: list) == 21)
        #expect(try await width(of: "http://a.test/", with: list) == 24)
    }

    @Test func `what none takes is refused by name`() async throws {
        var test = TestPipeline()
        test.pipeline.loader = LoaderList([.init("photos", loader(1)) { _ in false }])
        let error = await test.error(of: ImageRequest("http://a.test/"))
        #expect(error?.stage == "request")
        #expect(error?.reason.contains("photos") == true)
    }

    @Test func `a request's own loader comes before the pipeline's`() async throws {
        let url = "http://a.test/"
        #expect(try await width(of: url, with: loader(21), own: loader(22)) == 22)
        #expect(try await width(of: url, with: loader(21)) == 21)
    }

    @Test func `identities of loaders name the list, and keys`() async throws {
        let plain = LoaderList([.init("a", loader(1)) { _ in true }], otherwise: loader(2))
        #expect(plain.identity == nil)
        let named = LoaderList(
            [.init("a", loader(1)) { _ in true }, .init("b", Named()) { _ in true }])
        let swapped = LoaderList(
            [.init("b", Named()) { _ in true }, .init("a", loader(1)) { _ in true }])
        #expect(named.identity != nil)
        #expect(named.identity != swapped.identity)
        let pipeline = TestPipeline().pipeline
        let request = ImageRequest("http://a.test/")
        var own = request
        own.loader = Named()
        let keys = try await [
            pipeline.prepare(request).dataKey, pipeline.prepare(own).dataKey,
        ]
        #expect(keys[0] != keys[1])
    }
}

private struct Named: ImageLoader {
    var identity: String? { "named" }
    func load(_ request: LoadRequest) async throws -> LoadedBody {
        throw LoadFailure(.other, "never asked")
    }
}
