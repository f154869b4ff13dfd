import WebImageCoding
import WebImageLoading
import WebImageRuntime

extension PipelineShared {
    /// Runs work on the decode executor once its memory is admitted.
    ///
    /// The demand is known on the executor only: if there is room, the work follows at once; if
    /// not, it waits without a thread. More than twice the budget is refused.
    ///
    /// - Parameters:
    ///   - demand: Returns the bytes that the work needs; called once, on the decode executor.
    ///   - onWait: Called with the number of bytes that it waits for.
    /// - Returns: The outcome, and its memory, which is free with the last reference.
    /// - Throws: `CodecError.limit` for work that is refused, and the errors of `body`.
    func run<Value: Sendable>(
        _ needs: Needs, demand: @Sendable () -> Int, onWait: MemoryWait,
        _ body: @Sendable () throws(CodecError) -> Value
    ) async throws(CodecError) -> (value: Value, memory: Permit) {
        typealias Done = (value: Value, memory: Permit)
        let (demand, done) = try await work.run { () throws(CodecError) -> (Int, Done?) in
            let demand = demand()
            try memory.check(demand)
            let permit = memory.work.tryClaim(demand, needs)
            return (demand, try permit.map { permit throws(CodecError) in (try body(), permit) })
        }
        if let done { return done }
        let permit: Permit
        do {
            permit = try await memory.work.claim(demand, needs, onWait: onWait)
        } catch {
            throw .cancelled
        }
        return (try await work.run(body), permit)
    }
}

extension LoadRequest {
    /// The memory that a load needs at its beginning: a file is read as a whole.
    var firstBodyByteCount: Int {
        guard case .file(let path) = source else { return Permit.firstByteCount }
        let byteCount = (try? FileIdentity(path: path).byteCount) ?? 0
        return min(byteCount, firstByteCount ?? .max, limits.maxBodyBytes)
    }
}

/// Runs a wait for a number of bytes, and reports it.
typealias MemoryWait = (Int, () async throws -> Permit) async throws -> Permit

extension Gate {
    /// Returns memory, at once or after a wait that is reported.
    func claim(
        _ byteCount: Int, _ needs: Needs, onWait: MemoryWait
    ) async throws -> Permit {
        if let permit = tryClaim(byteCount, needs) { return permit }
        return try await onWait(byteCount) { try await claim(byteCount, needs) }
    }
}

extension BodyBuffer {
    /// The bytes of a response that will be in memory at once; nil if that is not known.
    func demand(of response: LoadedBody) -> Int? {
        guard let expected = response.expectedByteCount, expected >= 0 else { return nil }
        return response.comesAtOnce ? expected : min(expected, maxResidentByteCount)
    }
}

extension Permit {
    /// The memory of a body before its length is known: small ones need no more.
    static let firstByteCount = 128 << 10

    /// Holds at least `byteCount` bytes, in steps that double up to 1 MB: the length may be
    /// unknown.
    func hold(_ byteCount: Int, upTo limit: Int) async throws {
        let held = amount
        guard byteCount > held else { return }
        try await resize(to: max(byteCount, min(held + min(held, 1 << 20), limit)))
    }
}
