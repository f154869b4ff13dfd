import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// The chain between the pipeline and the loader.
struct InterceptorTests {
    let url = "http://origin.test/a.bmp"

    @Test func `interceptors run in order, the request's own first`() async throws {
        let log = Locked<[String]>([])
        var test = TestPipeline()
        test.pipeline.interceptors = [Logging("outer", log), Logging("inner", log)]
        var request = ImageRequest(url)
        request.interceptors = [Logging("own", log)]
        _ = try await test.pipeline.image(for: request)
        #expect(log.value == ["own>", "outer>", "inner>", "<inner", "<outer", "<own"])
    }

    @Test func `an interceptor changes what is asked`() async throws {
        let sent = Locked<String?>(nil)
        let loader = ScriptedLoader { request in
            sent.change { $0 = request.headers["X-Token"] }
            return LoadedBody(
                head: ResponseHead(url: "http://origin.test/a.bmp"), origin: .network,
                expectedByteCount: nil, chunks: BodyStream([TestPipeline.picture()]))
        }
        var test = TestPipeline(loader: loader)
        test.pipeline.interceptors = [AddingHeader()]
        _ = try await test.pipeline.image(for: ImageRequest(url))
        #expect(sent.value == "abc")
    }

    @Test func `an interceptor may answer itself`() async throws {
        var test = TestPipeline()
        test.pipeline.interceptors = [Answering(bytes: TestPipeline.picture(width: 33))]
        #expect(try await test.pipeline.image(for: ImageRequest(url)).image.size.width == 33)
        #expect(test.loader.loadCount == 0)
    }

    @Test func `an interceptor may ask twice`() async throws {
        var test = TestPipeline()
        test.pipeline.interceptors = [AskingTwice()]
        _ = try await test.pipeline.image(for: ImageRequest(url))
        #expect(test.loader.loadCount == 2)
    }

    @Test func `an interceptor's failure ends the load with its reason`() async {
        var test = TestPipeline()
        test.pipeline.interceptors = [Refusing()]
        let error = await test.error(of: ImageRequest(url))
        #expect(error?.stage == "load")
        #expect(error?.reason == "refused by a test")
    }

    @Test func `one that changes bytes has entries of its own`() async throws {
        let plain = TestPipeline()
        _ = try await plain.pipeline.image(for: ImageRequest(url))
        var changed = TestPipeline(folder: plain.folder)
        changed.pipeline.interceptors = [Answering(bytes: TestPipeline.picture(width: 33))]
        let response = try await changed.pipeline.image(for: ImageRequest(url))
        #expect(response.origin == .network)
        #expect(response.image.size.width == 33)
    }
}

private struct Logging: LoadInterceptor {
    let identity: String
    let log: Locked<[String]>

    init(_ identity: String, _ log: Locked<[String]>) {
        self.identity = identity
        self.log = log
    }

    func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        log.change { $0.append(identity + ">") }
        let body = try await next(request)
        log.change { $0.append("<" + identity) }
        return body
    }
}

private struct AddingHeader: LoadInterceptor {
    var identity: String { "adding" }

    func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        var request = request
        request.headers["X-Token"] = "abc"
        return try await next(request)
    }
}

private struct Answering: LoadInterceptor {
    let bytes: ByteBlock
    var identity: String { "answering" }
    var effect: OptionEffect { .bytes }

    func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        LoadedBody(
            head: ResponseHead(url: "http://origin.test/a.bmp"), origin: .network,
            expectedByteCount: nil, chunks: BodyStream([bytes]))
    }
}

private struct AskingTwice: LoadInterceptor {
    var identity: String { "twice" }

    func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        _ = try await next(request)
        return try await next(request)
    }
}

private struct Refusing: LoadInterceptor {
    var identity: String { "refusing" }

    func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        throw LoadFailure(.other, "refused by a test")
    }
}
