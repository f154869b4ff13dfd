#if HTTP && PNG
    import Testing
    import WebImage
    import WebImageTesting

    /// The response of the first step, and the URL in it.
    struct TwoStepResolvingTests {
        @Test(.scenario("003-1")) func `a URL of the rule makes two requests, in order`()
            async throws
        {
            let job = try TwoStepJob()
            job.api.reply("/p/1", with: job.text(job.real).held())
            let pipeline = job.pipeline()
            async let image = pipeline.image(for: job.request())
            await job.api.waitUntil { $0.requestCount("/p/1") == 1 }
            #expect(job.counts == [1, 0])
            job.api.release("/p/1")
            #expect(try await image.image.size.width == 40)
            #expect(job.counts == [1, 1])
            #expect(job.cdn.requests.map(\.path) == ["/secret.png"])
        }

        @Test(.scenario("003-2")) func `a URL outside of the rule makes one request`() async throws
        {
            let job = try TwoStepJob()
            job.api.reply("/plain.png", with: job.picture)
            _ = try await job.pipeline().image(for: job.request("/plain.png"))
            #expect(job.counts == [1, 0])
        }

        @Test(.scenario("003-3")) func `a rule is a prefix, a host or a closure`() async throws {
            let job = try TwoStepJob()
            job.answer()
            let rules: [TwoStepURLRule] = [
                .prefix(job.api.url("/p/")), .init { $0.contains("/p/") },
            ]
            for rule in rules {
                try job.clear()
                _ = try await job.pipeline([job.resolve(rule)]).image(for: job.request())
            }
            #expect(job.counts == [2, 2])
            // Both origins have one host: the response matches the rule again, up to its depth.
            let host = job.pipeline([.twoStepURL(.host("127.0.0.1"), maxSteps: 1)])
            try job.clear()
            #expect(await host.error(of: job.request())?.loadFailure?.kind == .unresolved)
            #expect(job.counts == [3, 2])
        }

        @Test(.scenario("003-3")) func `a changed rule is that of later loads only`() async throws {
            let job = try TwoStepJob()
            job.api.reply("/p/1", with: job.text(job.real).held())
            job.api.reply("/p/2", with: job.picture)
            var pipeline = job.pipeline()
            let former = pipeline
            async let early = former.image(for: job.request())
            await job.api.waitUntil { $0.requestCount("/p/1") == 1 }
            pipeline.interceptors = [job.resolve(.prefix(job.api.url("/other/")))]
            _ = try await pipeline.image(for: job.request("/p/2"))
            job.api.release("/p/1")
            _ = try await early
            #expect(job.counts == [2, 1])
        }

        @Test(.scenario("003-4")) func `the picture is cached under the URL that was asked for`()
            async throws
        {
            let job = try TwoStepJob()
            job.answer()
            let pipeline = job.pipeline()
            let first = try await pipeline.image(for: job.request())
            #expect(first.head?.url == job.api.url("/p/1"))
            let again = try await pipeline.image(for: job.request())
            job.memory.removeAll()
            let stored = try await pipeline.image(for: job.request())
            #expect([first, again, stored].map(\.origin) == [.network, .memory, .disk])
            #expect(job.counts == [1, 1])
            let prepared = try await pipeline.prepare(job.request())
            #expect(!"\(prepared.dataKey) \(prepared.imageKey)".contains("secret"))
            #expect(job.diskContains("/p/1"))
            #expect(!job.diskContains("secret.png"))
        }

        @Test(.scenario("003-5")) func `a first answer that may be cached is, on its own`()
            async throws
        {
            let job = try TwoStepJob()
            job.answer(headers: [("Cache-Control", "max-age=600")])
            let pipeline = job.pipeline()
            _ = try await pipeline.image(for: job.request())
            try job.clear()
            let again = try await pipeline.image(for: job.request())
            #expect(again.origin == .network)
            #expect(job.counts == [1, 2])
        }

        @Test(.scenario("003-6"), arguments: [404, 500])
        func `a first step that fails ends the load with its status`(
            status: Int
        ) async throws {
            let job = try TwoStepJob()
            job.api.reply("/p/1", with: OriginReply(status: status, body: Array(job.real.utf8)))
            let pipeline = job.pipeline()
            #expect(await pipeline.error(of: job.request())?.status == status)
            #expect(await pipeline.error(of: job.request())?.status == status)
            #expect(job.counts == [2, 0])
            #expect(try await pipeline.cachedImage(for: job.request()) == nil)
        }

        @Test(.scenario("003-7")) func `an answer that is no UTF-8 leads nowhere`() async throws {
            let job = try TwoStepJob()
            job.api.reply("/p/1", with: OriginReply(body: [0x68, 0x74, 0xC3, 0x28]))
            let error = await job.pipeline().error(of: job.request())
            #expect(error?.loadFailure?.kind == .unresolved)
            #expect(error?.reason.contains("UTF-8") == true)
            #expect(job.counts == [1, 0])
        }

        @Test(
            .scenario("003-8"),
            arguments: [
                ("", "\n"), ("", "\r\n"), ("  \t", "  \r\n\r\n"), ("\u{FEFF}", ""),
                ("\u{FEFF} ", "\n"),
            ])
        func `white space and a byte order mark do not matter`(
            before: String, after: String
        ) async throws {
            let job = try TwoStepJob()
            job.answer(before + job.real + after)
            _ = try await job.pipeline().image(for: job.request())
            #expect(job.counts == [1, 1])
        }

        @Test(.scenario("003-8"), arguments: ["", " ", "\r\n", "\u{FEFF}"])
        func `an empty answer is an error`(text: String) async throws {
            let job = try TwoStepJob()
            job.answer(text)
            #expect(await job.pipeline().error(of: job.request())?.loadFailure?.kind == .unresolved)
            #expect(job.counts == [1, 0])
        }

        @Test(
            .scenario("003-9"),
            arguments: [
                ("/real/a.png", "/real/a.png"), ("a.png", "/p/a.png"),
                ("../b.png?x=1", "/b.png?x=1"),
                ("/real/a b.png", "/real/a%20b.png"), ("/real/grün.png", "/real/gr%C3%BCn.png"),
            ])
        func `a relative answer is resolved and escaped`(
            text: String, path: String
        ) async throws {
            let job = try TwoStepJob()
            job.answer(text)
            job.api.reply(path, with: job.picture)
            let resolve = job.resolve(.init { $0.hasSuffix("/p/1") })
            _ = try await job.pipeline([resolve]).image(for: job.request())
            #expect(job.api.requests.map(\.path) == ["/p/1", path])
        }

        @Test(
            .scenario("003-9"),
            arguments: ["<html>Please log in</html>", "http://", "http://a b/c", "a\nb", "\u{1}"])
        func `an answer that is no URL is an error`(text: String) async throws {
            let job = try TwoStepJob()
            job.answer(text)
            #expect(await job.pipeline().error(of: job.request())?.loadFailure?.kind == .unresolved)
            #expect(job.counts == [1, 0])
        }

        @Test(
            .scenario("003-10"),
            arguments: [
                "file:///etc/hostname", "data:image/png;base64,AAAA", "ftp://127.0.0.1/a.png",
                "javascript:alert(1)",
            ])
        func `another scheme than http and https is refused`(text: String) async throws {
            let job = try TwoStepJob()
            job.answer(text)
            var request = job.request()
            // The caller's permission does not apply to a URL from the network.
            request.allowsFileURLs = true
            #expect(await job.pipeline().error(of: request)?.loadFailure?.kind == .unresolved)
            #expect(job.counts == [1, 0])
        }

        @Test(.scenario("003-11")) func `an answer that leads back is an error`() async throws {
            let job = try TwoStepJob()
            job.answer(job.api.url("/p/1"))
            #expect(await job.pipeline().error(of: job.request())?.loadFailure?.kind == .unresolved)
            #expect(job.counts == [1, 0])
        }

        @Test(.scenario("003-11")) func `answers of the rule are followed to a bounded depth`()
            async throws
        {
            let job = try TwoStepJob()
            job.api.reply("/p/1", with: job.text(job.api.url("/p/2")))
            job.api.reply("/p/2", with: job.text(job.real))
            _ = try await job.pipeline().image(for: job.request())
            #expect(job.counts == [2, 1])
            for step in 1...9 {
                job.api.reply("/p/\(step)", with: job.text(job.api.url("/p/\(step + 1)")))
            }
            try job.clear()
            #expect(await job.pipeline().error(of: job.request())?.loadFailure?.kind == .unresolved)
            #expect(job.counts == [5, 1])
        }
    }
#endif
