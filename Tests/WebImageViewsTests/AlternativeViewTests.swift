import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting
import WebImageViews

/// Views of requests with alternatives.
@MainActor struct AlternativeViewTests {
    private let view = RecordingView()
    private let plan = ImagePresentation(placeholder: .dot())

    /// Returns a pipeline whose host `down.test` answers with a page.
    private func pipeline() -> ViewPipeline {
        let page = ByteBlock(copying: Array("<!DOCTYPE html>".utf8))
        return ViewPipeline(
            loader: ScriptedLoader { request in
                guard case .url(let url) = request.source else {
                    throw LoadFailure(.other, "no URL")
                }
                let bytes = url.contains("down.test") ? page : ViewPipeline.bytes
                return LoadedBody(
                    head: ResponseHead(url: url, headers: ["Cache-Control": "max-age=60"]),
                    origin: .network, expectedByteCount: bytes.count,
                    chunks: BodyStream([bytes]))
            })
    }

    private func request(_ alternative: ImageAlternative = "http://up.test/a") -> ImageRequest {
        var request = ImageRequest("http://down.test/a")
        request.alternatives = [alternative]
        return request
    }

    private func end() -> ImageViewLoader.End {
        { [view] result in
            switch result {
            case .success(let response):
                let place = response.alternative.map(String.init) ?? "own"
                view.note("\(response.image.size.width):\(response.origin):\(place)")
            case .failure(let error): view.note(error.stage)
            }
        }
    }

    @Test func `the view shows the alternative of a failed first`() async {
        let test = pipeline()
        let loader = ImageViewLoader(for: view, pipeline: test.pipeline)
        loader.load(request(), as: plan, onEnd: end())
        #expect(await until { !loader.isLoading() })
        #expect(view.log() == "placeholder image 400:network:0")
    }

    @Test func `a reused view shows it from memory at once`() async {
        let test = pipeline()
        let loader = ImageViewLoader(for: view, pipeline: test.pipeline)
        loader.load(request(), as: plan, onEnd: end())
        #expect(await until { !loader.isLoading() })
        _ = view.log()
        let other = ImageViewLoader(for: view, pipeline: test.pipeline)
        other.load(request(), as: plan, onEnd: end())
        #expect(view.log() == "image 400:memory:0")
        #expect(other.taskCount == 0 && test.loader.loadCount == 2)
    }

    @Test func `it is loaded in the size of the view, also by a request of its own`() async {
        for alternative in [
            "http://up.test/a", .request(ImageRequest("http://up.test/b")),
        ] as [ImageAlternative] {
            let loader = ImageViewLoader(for: view, pipeline: pipeline().pipeline)
            loader.viewResized(to: PixelSize(width: 100, height: 75))
            var plan = plan
            plan.followsViewSize = true
            loader.load(request(alternative), as: plan, onEnd: end())
            #expect(await until { !loader.isLoading() })
            #expect(view.log() == "placeholder image 100:network:0")
        }
    }

    @Test func `if all fail the view shows the failure of the first`() async {
        let loader = ImageViewLoader(for: view, pipeline: pipeline().pipeline)
        loader.load(request("http://down.test/b"), as: plan, onEnd: end())
        #expect(await until { !loader.isLoading() })
        #expect(view.log() == "placeholder decode")
    }
}
