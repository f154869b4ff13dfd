#if HTTP && PNG
    import Testing
    import WebImage
    import WebImageTesting

    /// A refresh whose reply a filter rejects.
    struct FilteredRefreshTests {
        /// An interceptor that rejects replies that an origin marks as errors, at any status.
        private struct RefusingErrors: LoadInterceptor {
            var identity: String { "refusing-errors" }
            func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
                let answer = try await next(request)
                guard answer.head.headers["ErrorCode"] == nil else {
                    throw LoadFailure(.other, "the origin says error", head: answer.head)
                }
                return answer
            }
        }

        private struct Shown {
            let job: Job
            let pipeline: ImagePipeline
            let entries: [String: UInt64]
        }

        /// Returns a cached picture whose origin sends an error picture from now on.
        private func cached(
            inMemory: Bool, filter: any LoadInterceptor = RefusingErrors(),
            tag: String? = nil
        ) async throws -> Shown {
            let job = try Job()
            var picture = RefreshedPicture(job, tag: tag)
            job.origin.reply("/a.png") { [picture] in picture.reply(to: $0) }
            var pipeline = job.pipeline()
            pipeline.interceptors = [filter]
            _ = try await pipeline.image(for: job.request("/a.png"))
            if !inMemory { pipeline.memory.removeAll() }
            picture.extra = [("ErrorCode", "100")]
            job.origin.reply("/a.png") { [picture] in picture.reply(to: $0) }
            return Shown(job: job, pipeline: pipeline, entries: job.entries)
        }

        @Test(.scenario("000-17"), arguments: [true, false])
        func `a filtered refresh without stale-if-error fails, and the cache is untouched`(
            inMemory: Bool
        ) async throws {
            let shown = try await cached(inMemory: inMemory)
            var request = shown.job.refresh("/a.png")
            request.staleIfError = nil
            let words = await shown.pipeline.words(for: request)
            #expect(words == ["cached \(inMemory ? "memory" : "disk")", "failed load"])
            #expect(shown.job.entries == shown.entries)
            #expect(shown.entries.count == 1)
            let next = try await shown.pipeline.image(for: shown.job.request("/a.png"))
            #expect(next.origin == .memory)
            let other = shown.job.pipeline()
            #expect(try await other.image(for: shown.job.request("/a.png")).origin == .disk)
        }

        @Test(.scenario("000-17"), arguments: [true, false])
        func `a filtered refresh lets the cached image stand in, and says why`(
            inMemory: Bool
        ) async throws {
            let shown = try await cached(inMemory: inMemory)
            let words = await shown.pipeline.words(for: shown.job.refresh("/a.png"))
            #expect(words == ["cached \(inMemory ? "memory" : "disk")", "finished memory stale"])
            let response = try await shown.pipeline.image(for: shown.job.refresh("/a.png"))
            guard case .load(let failure)? = response.staleReason else {
                Issue.record("no reason: \(response)")
                return
            }
            #expect(failure.reason == "the origin says error")
            #expect(failure.head?.headers["ErrorCode"] == "100")
            #expect(shown.job.entries == shown.entries)
        }

        /// The origin answers a conditional request with 304, or the picture with 200, and an
        /// error.
        @Test(.scenario("000-17"), arguments: [true, false], [true, false])
        func `the library's filter refuses a refresh, a 304 too, and what is cached stays`(
            isConditional: Bool, standsIn: Bool
        ) async throws {
            let shown = try await cached(
                inMemory: true, filter: .rejectResponses(header: "ErrorCode", number: 100),
                tag: isConditional ? "\"1\"" : nil)
            var request = shown.job.refresh("/a.png")
            request.staleIfError = standsIn ? .seconds(3600) : nil
            let said = "the origin said \(isConditional ? 304 : 200)"
            if standsIn {
                let response = try await shown.pipeline.image(for: request)
                #expect(response.staleReason?.status == 444)
                #expect(response.staleReason?.reason.contains(said) == true)
                #expect(!response.unchanged)
            } else {
                let error = await shown.pipeline.error(of: request)
                #expect(error?.status == 444)
                #expect(error?.reason.contains(said) == true)
            }
            #expect(shown.job.entries == shown.entries)
            var other = shown.job.pipeline()
            other.interceptors = shown.pipeline.interceptors
            #expect(try await other.image(for: shown.job.request("/a.png")).origin == .disk)
        }
    }
#endif
