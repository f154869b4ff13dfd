import WebImageCoding
import WebImageRuntime

extension PipelineShared {
    /// Runs work on the decode executor once its memory is admitted.
    ///
    /// The demand is known on the executor only: if there is room, the work follows at once; if not,
    /// it waits without a thread.
    ///
    /// - Parameters:
    ///   - demand: Returns the bytes that the work needs; called once, on the decode executor.
    ///   - onWait: Called with the number of bytes that it waits for.
    /// - Returns: The outcome, and the permit of its memory.
    func run<Value: Sendable>(
        _ needs: Needs, demand: @Sendable () -> Int, onWait: MemoryWait,
        _ body: @Sendable () throws(CodecError) -> Value
    ) async throws(CodecError) -> (Value, Permit) {
        let attempt = try await work.run { () throws(CodecError) -> Attempt<Value> in
            let demand = demand()
            guard let permit = memory.work.tryClaim(demand, needs) else {
                return .waits(demand)
            }
            return .done(try body(), permit)
        }
        switch attempt {
        case .done(let value, let permit): return (value, permit)
        case .waits(let demand):
            let permit: Permit
            do {
                permit = try await memory.work.claim(demand, needs, onWait: onWait)
            } catch {
                throw .cancelled
            }
            return (try await work.run(body), permit)
        }
    }

    private enum Attempt<Value: Sendable>: Sendable {
        case done(Value, Permit)
        case waits(Int)
    }
}
