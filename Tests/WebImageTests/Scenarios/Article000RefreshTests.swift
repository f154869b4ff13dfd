#if HTTP && PNG
    import Testing
    import WebImage
    import WebImageTesting

    /// Article 000: a refresh whose reply a filter rejects.
    struct Article000RefreshTests {
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
        private func cached(inMemory: Bool) async throws -> Shown {
            let job = try Job()
            let picture = RefreshedPicture(job, tag: nil)
            job.origin.reply("/a.png") { picture.reply(to: $0) }
            var pipeline = job.pipeline()
            pipeline.interceptors = [RefusingErrors()]
            _ = try await pipeline.image(for: job.request("/a.png"))
            if !inMemory { pipeline.memory.removeAll() }
            job.origin.reply("/a.png", with: job.picture.header("ErrorCode", "100"))
            return Shown(job: job, pipeline: pipeline, entries: job.entries)
        }

        @Test(arguments: [true, false])
        func `000-17 a filtered refresh without stale-if-error fails, and the cache is untouched`(
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

        @Test(arguments: [true, false])
        func `000-17 a filtered refresh lets the cached image stand in, and says why`(
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
    }
#endif
