import WebImageCoding

extension PipelineShared {
    /// Runs work on the decode executor once its memory is admitted.
    ///
    /// Nobody who finds room goes the way twice: what work takes is known on the executor only, and
    /// the work follows at once. Who finds none waits without a thread.
    ///
    /// - Parameters:
    ///   - byteCount: How much it takes; called once, on the decode executor.
    ///   - onWait: Told how many bytes it waits for.
    /// - Returns: The outcome, with the memory it still may use.
    func run<Value: Sendable>(
        _ needs: NeedsSource, byteCount: @Sendable () -> Int,
        onWait: (Int, () async throws -> MemoryClaim) async throws -> MemoryClaim,
        _ body: @Sendable () throws(CodecError) -> Value
    ) async throws(CodecError) -> (Value, MemoryClaim) {
        let attempt = try await work.run { () throws(CodecError) -> Attempt<Value> in
            let count = byteCount()
            guard let claim = memory.work.tryClaim(count, needs.current().needs) else {
                return .waits(count)
            }
            return .done(try body(), claim)
        }
        switch attempt {
        case .done(let value, let claim): return (value, claim)
        case .waits(let count):
            let claim: MemoryClaim
            do {
                claim = try await onWait(count) { try await memory.work.claim(count, needs) }
            } catch {
                throw .cancelled
            }
            do throws(CodecError) {
                return (try await work.run(body), claim)
            } catch {
                claim.end()
                throw error
            }
        }
    }

    private enum Attempt<Value: Sendable>: Sendable {
        case done(Value, MemoryClaim)
        case waits(Int)
    }
}

extension LoadRecord {
    /// Waits for memory, and tells of it; the time is a part of the stage that waits.
    func waitingForMemory(
        _ byteCount: Int, _ wait: () async throws -> MemoryClaim
    ) async throws -> MemoryClaim {
        tell(.memoryAwaited(key: key, byteCount: byteCount))
        let start = ContinuousClock.now
        defer {
            tell(.measured(key: key, stage: "budget", duration: start.duration(to: .now)))
        }
        return try await wait()
    }
}
