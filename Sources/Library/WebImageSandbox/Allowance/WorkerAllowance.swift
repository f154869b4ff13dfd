/// The resources that a decoder process may have for one kind of work.
///
/// The limits of `DecodeLimits` check the numbers in its answers; they are no part of this.
public struct WorkerAllowance: Hashable, Sendable {
    /// The most bytes of its own memory, beyond a new process's and the memories that it
    /// shares with the program.
    public var memory: Int
    /// The most bytes of the shared memory in which it returns a result.
    public var sharedMemory: Int
    /// The most threads.
    ///
    /// A header of a document is read by a worker of documents, with the threads of these.
    public let threads: Int
    /// The most processor time of a call; `DecodeLimits.maxTime` may state less, as it does by
    /// default.
    public var time: Duration
}

/// The resources of decoder processes, for each kind of work.
public struct WorkerAllowances: Hashable, Sendable {
    /// The allowance for headers: less than 256 MB in all.
    public var header = WorkerAllowance(
        memory: 160 << 20, sharedMemory: 80 << 20, threads: 1, time: .seconds(5))
    /// The allowance for pictures: enough for pixels of 512 MB, the default of
    /// `DecodeLimits.maxBytes`.
    public var decoding = WorkerAllowance(
        memory: 640 << 20, sharedMemory: 640 << 20, threads: 1, time: .seconds(600))
    /// The allowance for documents.
    public var document = WorkerAllowance(
        memory: 640 << 20, sharedMemory: 640 << 20, threads: 64, time: .seconds(600))
    /// The allowance for encoding.
    ///
    /// The pixels come in a memory of the program, and count besides.
    public var encoding = WorkerAllowance(
        memory: 1536 << 20, sharedMemory: 1024 << 20, threads: 64, time: .seconds(600))

    /// Creates the usual allowances.
    public init() {}

    /// The allowance for a kind of work.
    public subscript(work: WorkerClass) -> WorkerAllowance {
        switch work {
        case .header: header
        case .decoding: decoding
        case .document: document
        case .encoding: encoding
        }
    }
}
