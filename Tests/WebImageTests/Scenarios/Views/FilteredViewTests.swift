#if HTTP && PNG
    import Testing
    import WebImage
    import WebImageTesting
    import WebImageViews

    /// The view's content for a reply with status 200 that means an error.
    @MainActor struct FilteredViewTests {
        @Test(.scenario("000-2"))
        func `a view keeps its placeholder, the error picture is never set`()
            async throws
        {
            let job = try Job()
            let reply = job.picture.header("ErrorCode", "100")
            job.origin.reply("/a.png", with: reply.held(after: job.bytes.count / 2))
            var pipeline = job.pipeline()
            pipeline.interceptors = [.rejectResponses(header: "ErrorCode", number: 100)]
            let view = SceneView()
            let loader = view.loader(pipeline)
            var request = job.request("/a.png")
            request.previews = .all
            var error: ImageError?
            loader.load(request, as: ImagePresentation(placeholder: .plain())) { result in
                if case .failure(let failure) = result { error = failure }
            }
            #expect(view.log == ["image:placeholder"])
            #expect(await until { error != nil })
            job.origin.release("/a.png")
            #expect(error?.stage == "load")
            #expect(view.log == ["image:placeholder"])
            #expect(pipeline.imageInMemory(for: request) == nil)
        }
    }
#endif
