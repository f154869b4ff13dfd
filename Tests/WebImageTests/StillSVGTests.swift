#if SVG
    import Testing
    import WebImage
    import WebImageViews

    /// A drawing is a still image for views.
    @MainActor struct StillSVGTests {
        @Test func `an SVG is a still image, even with an animation in it`() async throws {
            let text = """
                <svg xmlns="http://www.w3.org/2000/svg" width="20" height="10">
                <rect width="20" height="10" fill="#f00">
                <animate attributeName="x" from="0" to="20" dur="1s" repeatCount="indefinite"/>
                </rect></svg>
                """
            var pipeline = ImagePipeline(transport: nil, disk: nil)
            pipeline.codecs = pipeline.codecs.drawingInProcess
            let request = ImageRequest(ImageSource.data(ByteBlock(copying: Array(text.utf8))))
            let response = try await pipeline.image(for: request)
            #expect(response.format == .svg)
            #expect(response.image.size == PixelSize(width: 20, height: 10))
            #expect(response.image.frames == nil)
            #expect(AnimationPlayer(response.image, from: pipeline) == nil)
        }
    }
#endif
