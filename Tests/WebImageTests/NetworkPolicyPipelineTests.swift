#if HTTP && PNG
    import Testing
    import WebImage
    import WebImageTesting

    /// A network policy set by one line on a pipeline.
    struct NetworkPolicyPipelineTests {
        private func isRefused(_ request: ImageRequest, by pipeline: ImagePipeline) async -> Bool {
            do {
                _ = try await pipeline.image(for: request)
            } catch .load(let failure) {
                return failure.kind == .refusedAddress
            } catch {}
            return false
        }

        @Test func `one line keeps a pipeline from this machine`() async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            var pipeline = job.pipeline()
            pipeline.limits.load.networkPolicy = NetworkPolicy()
            #expect(await isRefused(job.request("/a.png"), by: pipeline))
            pipeline.limits.load.networkPolicy?.ports = nil
            #expect(await isRefused(job.request("/a.png"), by: pipeline))
            pipeline.limits.load.networkPolicy?.allowed = ["127.0.0.1"]
            #expect(try await pipeline.image(for: job.request("/a.png")).origin == .network)
            #expect(job.origin.requestCount("/a.png") == 1)
        }

        @Test func `what was loaded without a policy is not found under one`() async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let open = job.pipeline()
            _ = try await open.image(for: job.request("/a.png"))
            #expect(try await open.image(for: job.request("/a.png")).origin == .memory)
            var kept = open
            kept.limits.load.networkPolicy = NetworkPolicy()
            #expect(await isRefused(job.request("/a.png"), by: kept))
            #expect(try await kept.cachedImage(for: job.request("/a.png")) == nil)
        }

        @Test func `an interceptor's own request stays under the policy`() async throws {
            struct Elsewhere: LoadInterceptor {
                let url: String
                var identity: String { "elsewhere" }
                func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
                    try await next(LoadRequest(source: .url(url)))
                }
            }
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            var pipeline = job.pipeline()
            pipeline.interceptors = [Elsewhere(url: job.origin.url("/a.png"))]
            pipeline.limits.load.networkPolicy = NetworkPolicy(ports: nil)
            #expect(await isRefused("http://pictures.example/a.png", by: pipeline))
            #expect(job.origin.requests.isEmpty)
        }
    }
#endif
