import WebImageCoding
import WebImageRuntime

extension PipelineShared {
    /// Runs work on the decode executor once its memory is admitted.
    ///
    /// The demand is known on the executor only; for its memory the work waits without a thread.
    ///
    /// - Parameters:
    ///   - demand: Returns the bytes that the work needs; called once, on the decode executor.
    ///   - onWait: Called with the number of bytes that it waits for.
    /// - Returns: The outcome, and its memory, which is free with the last reference.
    func run<Value: Sendable>(
        _ needs: Needs, demand: @Sendable () -> Int, onWait: MemoryWait,
        _ body: @Sendable () throws(CodecError) -> Value
    ) async throws(CodecError) -> (value: Value, memory: Permit) {
        let demand = await work.run(demand)
        let permit: Permit
        do {
            permit = try await memory.work.claim(demand, needs, onWait: onWait)
        } catch {
            throw .cancelled
        }
        return (try await work.run(body), permit)
    }
}
