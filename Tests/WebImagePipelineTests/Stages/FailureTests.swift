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

/// Failures, which are reported and never cached.
struct FailureTests {
    let url = "http://origin.test/a.bmp"

    @Test func `a text that is no URL is refused as a request`() async {
        let test = TestPipeline()
        let error = await test.error(of: ImageRequest("no url"))
        #expect(error?.stage == "request")
        #expect(test.loader.loadCount == 0)
    }

    @Test(arguments: [199, 304, 404, 500])
    func `a status outside of 200 to 299 ends the load and is told`(status: Int) async {
        let loader = ScriptedLoader { _ in
            LoadedBody(
                head: ResponseHead(url: "http://origin.test/a.bmp", status: status),
                origin: .network, expectedByteCount: nil,
                chunks: BodyStream([TestPipeline.picture()]))
        }
        let test = TestPipeline(loader: loader)
        let error = await test.error(of: ImageRequest(url))
        #expect(error?.status == status)
        #expect(error?.stage == "load")
        #expect(test.folder.files.isEmpty)
        #expect(await test.error(of: ImageRequest(url)) != nil)
        #expect(test.loader.loadCount == 2)
    }

    @Test func `HTML instead of an image is named and not stored`() async {
        let page = ByteBlock(copying: Array("<!DOCTYPE html><html><body>Sorry</body></html>".utf8))
        let test = TestPipeline(bytes: page)
        let error = await test.error(of: ImageRequest(url))
        #expect(error?.stage == "decode")
        #expect(error?.reason.contains("HTML") == true)
        #expect(test.folder.files.isEmpty)
    }

    @Test func `zero bytes are no image`() async {
        let test = TestPipeline(bytes: ByteBlock(copying: []))
        let error = await test.error(of: ImageRequest(url))
        #expect(error?.stage == "decode")
        #expect(test.folder.files.isEmpty)
    }

    @Test func `a truncated picture of the announced length is not stored`() async {
        let whole = TestPipeline.picture()
        let test = TestPipeline(bytes: whole.prefix(whole.count / 2))
        let error = await test.error(of: ImageRequest(url))
        #expect(error?.stage == "decode")
        #expect(test.folder.files.isEmpty)
    }

    @Test(arguments: [-5, 5])
    func `a body of another length than announced is refused`(difference: Int) async {
        let bytes = TestPipeline.picture()
        let loader = ScriptedLoader { _ in
            LoadedBody(
                head: ResponseHead(url: "http://origin.test/a.bmp"), origin: .network,
                expectedByteCount: bytes.count + difference, chunks: BodyStream([bytes]))
        }
        let test = TestPipeline(loader: loader)
        let error = await test.error(of: ImageRequest(url))
        #expect(error?.stage == "load")
        #expect(error?.reason.contains("received \(bytes.count)") == true)
        #expect(test.folder.files.isEmpty)
    }

    @Test func `a body over the limit is refused by its announced length`() async {
        var limits = PipelineLimits()
        limits.load.maxBodyBytes = 100
        let test = TestPipeline(limits: limits)
        let error = await test.error(of: ImageRequest(url))
        #expect(error?.reason.contains("more than the 100 allowed") == true)
    }

    @Test func `a body over the limit is refused while it streams`() async {
        var limits = PipelineLimits()
        limits.load.maxBodyBytes = 1000
        let chunk = ByteBlock(copying: [UInt8](repeating: 66, count: 600))
        let loader = ScriptedLoader { _ in
            LoadedBody(
                head: ResponseHead(url: "http://origin.test/a.bmp"), origin: .network,
                expectedByteCount: nil, chunks: BodyStream([chunk, chunk, chunk]))
        }
        let test = TestPipeline(loader: loader, limits: limits)
        let error = await test.error(of: ImageRequest(url))
        #expect(error?.reason.contains("received 1200 bytes or more") == true)
    }

    @Test func `a picture over the limit is refused before it is decoded`() async {
        var limits = PipelineLimits()
        limits.decode.maxPixels = 95
        let test = TestPipeline(limits: limits)
        let error = await test.error(of: ImageRequest(url))
        #expect(error?.stage == "decode")
        #expect(error?.reason.contains("over the limit") == true)
    }

    @Test func `a failed transform is told by its spelling`() async {
        let test = TestPipeline()
        var request = ImageRequest(url)
        request.transforms = [Failing()]
        let error = await test.error(of: request)
        #expect(error?.stage == "transform")
        #expect(error?.reason == "failing(1): as asked")
    }

    @Test func `only cached images without a hit is an error of its own`() async {
        let test = TestPipeline()
        var request = ImageRequest(url)
        request.cachePolicy = .onlyIfCached
        guard case .notCached = await test.error(of: request) else {
            Issue.record("not told as notCached")
            return
        }
        #expect(test.loader.loadCount == 0)
    }

    @Test func `a total time-out ends the wait and cancels the load`() async {
        let test = TestPipeline(isFrozen: true)
        // A busy machine may be slower than the time-out, which is then raised.
        for timeout in [Duration.milliseconds(50), .seconds(2), .seconds(30)]
        where test.loader.loadCount == 0 {
            var request = ImageRequest(url)
            request.timeout = timeout
            guard case .load(let failure) = await test.error(of: request) else {
                Issue.record("no time-out")
                return
            }
            #expect(failure.kind == .timedOut)
        }
        // A load that was late to begin may begin after the time-out.
        #expect(test.loader.loadCount >= 1)
        #expect(await eventually { test.loader.cancelCount == test.loader.loadCount })
    }

    @Test func `a caller that is cancelled is not told of a time-out`() async throws {
        let test = TestPipeline(isFrozen: true)
        var request = ImageRequest(url)
        request.timeout = .seconds(600)
        let patient = request
        let task = Task { await test.error(of: patient) }
        #expect(await eventually { test.loader.loadCount == 1 })
        task.cancel()
        #expect(await task.value?.stage == "cancelled")
    }

    @Test func `a time-out beyond what can be counted is none`() async throws {
        let test = TestPipeline()
        var request = ImageRequest(url)
        request.timeout = .seconds(Int64.max)
        #expect(await test.error(of: request) == nil)
    }

    @Test func `only cached images asks no origin, however the URL is written`() async {
        let test = TestPipeline()
        var request = ImageRequest("  HTTP://origin.test/a.bmp")
        request.cachePolicy = .onlyIfCached
        #expect(await test.error(of: request)?.stage == "disk")
        #expect(test.loader.loadCount == 0)
    }

    @Test func `a broken transfer is told with its cause`() async {
        let loader = ScriptedLoader { _ in
            throw LoadFailure(.connectionFailed, "nothing listens at origin.test")
        }
        let test = TestPipeline(loader: loader)
        let error = await test.error(of: ImageRequest(url))
        #expect(error?.reason == "nothing listens at origin.test")
    }

    @Test func `a missing file is an error of the load`() async {
        let test = TestPipeline()
        let error = await test.error(of: ImageRequest(ImageSource.file("/no/such/file.bmp")))
        #expect(error?.stage == "load")
        #expect(error?.reason.contains("/no/such/file.bmp") == true)
    }
}

/// A transform that always fails.
struct Failing: ImageTransform {
    var spelling: String { "failing(1)" }

    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        throw TransformFailure(spelling, "as asked")
    }
}
