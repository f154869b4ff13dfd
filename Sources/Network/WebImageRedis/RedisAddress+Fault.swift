#if HTTP && os(Linux)
    import WebImageRuntime

    extension RedisAddress {
        /// Returns the reason that the store does not answer, on a separate connection; nil if it
        /// does.
        package func fault(within time: Duration) async -> String? {
            var limits = RedisLimits()
            limits.connectTimeout = time
            limits.readTimeout = time
            return await WorkExecutor(maxThreads: 1).run { [limits] () -> String? in
                do throws(RedisFailure) {
                    let connection = try RedisConnection(to: self, limits)
                    _ = try connection.run([RedisCommand(["PING"])], atMost: 64)
                    return nil
                } catch {
                    return error.words
                }
            }
        }
    }
#endif
