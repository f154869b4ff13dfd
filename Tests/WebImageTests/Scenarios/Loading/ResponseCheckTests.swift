#if HTTP && PNG
    import Foundation
    import Testing
    import WebImage
    import WebImageTesting

    /// Acceptance of responses by their head.
    struct ResponseCheckTests {
        private let bench: FilterBench

        init() throws { bench = try FilterBench() }

        private var request: ImageRequest { bench.job.request("/a.png") }

        private func reply(_ status: Int) -> OriginReply {
            let body = bench.job.bytes.withUnsafeBytes { Array($0) }
            // A part is accepted if it is the whole.
            let range = ("Content-Range", "bytes 0-\(body.count - 1)/\(body.count)")
            return OriginReply(
                status: status,
                headers: [("Content-Type", "image/png")] + (status == 206 ? [range] : []),
                body: body)
        }

        private func accepting(_ statuses: StatusSet) -> ImageRequest {
            var request = request
            request.acceptedStatuses = statuses
            return request
        }

        @Test(.scenario("004-3"), arguments: [200, 203, 206, 226, 299])
        func `every status from 200 to 299 is accepted`(status: Int) async throws {
            bench.origin.reply("/a.png", with: reply(status))
            #expect(try await bench.pipeline().image(for: request).head?.status == status)
        }

        @Test(.scenario("004-3"))
        func `a part that was not asked for is refused, and not remembered`()
            async throws
        {
            let bytes = bench.job.bytes.withUnsafeBytes { Array($0) }
            let range = "bytes 0-99/\(bytes.count)"
            bench.origin.reply(
                "/a.png",
                with: [
                    OriginReply(
                        status: 206,
                        headers: [("Content-Type", "image/png"), ("Content-Range", range)],
                        body: Array(bytes[..<100])), reply(200),
                ])
            let pipeline = bench.pipeline()
            let error = await pipeline.error(of: request)
            #expect(error?.status == 206)
            #expect(error?.reason.contains("bytes 0 to 99") == true)
            #expect(try await pipeline.image(for: request).head?.status == 200)
        }

        @Test(.scenario("004-4"), arguments: [300, 399])
        func `300 and 399 are refused unless they are in the accepted set`(
            status: Int
        ) async throws {
            bench.origin.reply("/a.png", with: reply(status))
            let pipeline = bench.pipeline()
            #expect(await pipeline.error(of: request)?.status == status)
            let response = try await pipeline.image(for: accepting(StatusSet(200...399)))
            #expect(response.image.size.width == 40)
        }

        @Test(.scenario("004-5"), arguments: [301, 302, 307, 308])
        func `redirects are followed and the last status decides`(status: Int) async throws {
            bench.origin.reply("/a.png", with: .redirect(to: "/b.png", status: status))
            bench.origin.reply("/b.png", with: [reply(404), reply(200)])
            let pipeline = bench.pipeline()
            #expect(await pipeline.error(of: request)?.status == 404)
            let response = try await pipeline.image(for: request)
            #expect(response.head?.url == bench.origin.url("/b.png"))
        }

        @Test(.scenario("004-8"), arguments: [400, 401, 403, 404, 410, 416, 429, 500, 503])
        func `an error status is told, its body neither decoded nor kept`(
            status: Int
        ) async throws {
            bench.origin.reply("/a.png", with: reply(status))
            let failure = try #require(
                await bench.pipeline().error(of: request)?.loadFailure)
            #expect(failure.status == status)
            #expect(failure.head?.headers["Content-Type"] == "image/png")
            #expect(failure.reason == "status \(status), expected 200 to 299")
            #expect(!bench.trace.trace.contains("decode"))
            #expect(bench.isEmpty)
        }

        @Test(.scenario("004-9")) func `a 404 with a picture is an error unless 404 is accepted`()
            async throws
        {
            bench.origin.reply("/a.png", with: reply(404))
            let pipeline = bench.pipeline()
            #expect(await pipeline.error(of: request)?.status == 404)
            let lenient = accepting(StatusSet(200...299, 404...404))
            #expect(try await pipeline.image(for: lenient).image.size.width == 40)
            // A response accepted by one set of statuses is not a hit for another one.
            #expect(await pipeline.error(of: request)?.status == 404)
        }

        @Test(.scenario("004-10")) func `files and data have no status and are accepted`()
            async throws
        {
            let path = bench.job.folder + "-picture.png"
            defer { try? FileManager.default.removeItem(atPath: path) }
            let bytes = bench.job.bytes.withUnsafeBytes { Data($0) }
            try bytes.write(to: URL(fileURLWithPath: path))
            for source in [
                .file(path),
                ImageSource.url("data:image/png;base64," + bytes.base64EncodedString()),
            ] {
                var request = ImageRequest(source)
                request.acceptedStatuses = [1]
                request.acceptedMediaTypes = ["image/webp"]
                #expect(try await bench.pipeline().image(for: request).image.size.width == 40)
            }
        }

        @Test(
            .scenario("004-11"), arguments: ["application/json", "Application/JSON; charset=utf-8"])
        func `another media type than asked for is refused and named`(
            type: String
        ) async throws {
            bench.origin.reply(
                "/a.png",
                with: OriginReply(headers: [("Content-Type", type)], body: FilterBench.noise))
            var request = request
            request.acceptedMediaTypes = ["image/png", "image/webp"]
            let failure = await bench.pipeline().error(of: request)?.loadFailure
            #expect(failure?.kind == .mediaType("application/json"))
            #expect(
                failure?.reason
                    == "media type application/json, expected image/png or image/webp")
            #expect(!bench.trace.trace.contains("decode"))
        }

        @Test(.scenario("004-11"))
        func `without a media type the check refuses, without a check none is needed`()
            async throws
        {
            bench.origin.reply("/a.png", with: OriginReply(body: FilterBench.noise))
            var strict = request
            strict.acceptedMediaTypes = ["image/*"]
            let pipeline = bench.pipeline()
            #expect(
                await pipeline.error(of: strict)?.loadFailure?.kind == .mediaType(nil))
            #expect(try await pipeline.image(for: request).image.size.width == 120)
        }

        @Test(
            .scenario("004-11"), arguments: ["image/png", "IMAGE/PNG;q=1"],
            ["image/png", "image/*", "*/*"])
        func `an accepted media type passes`(type: String, pattern: String) async throws {
            bench.origin.reply(
                "/a.png",
                with: OriginReply(headers: [("Content-Type", type)], body: FilterBench.noise))
            var request = request
            request.acceptedMediaTypes = [pattern]
            #expect(try await bench.pipeline().image(for: request).image.size.width == 120)
        }

        @Test(.scenario("004-12")) func `a set without 200 refuses 200`() async {
            bench.origin.reply("/a.png", with: reply(200))
            let failure = await bench.pipeline().error(of: accepting([1]))?.loadFailure
            #expect(failure?.status == 200)
            #expect(failure?.reason == "status 200, expected 1")
        }

        @Test(.scenario("004-13")) func `with any status a 500 with a picture is accepted`()
            async throws
        {
            bench.origin.reply("/a.png", with: reply(500))
            #expect(try await bench.pipeline().image(for: accepting(.any)).head?.status == 500)
        }
    }
#endif
