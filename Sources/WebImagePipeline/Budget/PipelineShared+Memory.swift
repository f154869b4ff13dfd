import WebImageCoding
import WebImageRuntime

extension PipelineShared {
    /// Runs work on the decode executor once its memory is admitted, and its picture has a seat.
    ///
    /// Nobody who finds room goes the way twice: what work takes is known on the executor only, and
    /// the work follows at once. Who finds none waits without a thread.
    ///
    /// - Parameters:
    ///   - demand: How much it takes; called once, on the decode executor.
    ///   - entry: The entry of its bytes in the backlog.
    ///   - onWait: Told how many bytes it waits for.
    /// - Returns: The outcome, with the memory it still may use, and the seat of its picture.
    func run<Value: Sendable>(
        _ needs: NeedsSource, demand: @Sendable () -> MemoryEstimate, entry: BacklogEntry? = nil,
        onWait: (Int, () async throws -> Permit) async throws -> Permit,
        _ body: @Sendable () throws(CodecError) -> Value
    ) async throws(CodecError) -> (Value, WorkClaims) {
        let attempt = try await work.run { () throws(CodecError) -> Attempt<Value> in
            let demand = demand()
            switch memory.tryClaim(demand, needs.admissionNeeds) {
            case .claims(let claims): return .done(try body(), claims)
            case .waits(let seat): return .waits(demand, seat)
            }
        }
        switch attempt {
        case .done(let value, let claims): return (value, claims)
        case .waits(let demand, let seat):
            let claims: WorkClaims
            let unfollow = entry.map { entry in needs.follow { entry.note($0) } }
            defer { unfollow?() }
            do {
                claims = try await memory.claim(demand, seat, needs, onWait)
            } catch {
                throw .cancelled
            }
            return (try await work.run(body), claims)
        }
    }

    private enum Attempt<Value: Sendable>: Sendable {
        case done(Value, WorkClaims)
        case waits(MemoryEstimate, Permit?)
    }
}

extension MemoryShares {
    /// What work was given without waiting.
    enum Entrance: Sendable {
        case claims(WorkClaims)
        /// Memory, or a seat, was missing; the seat that was there.
        case waits(Permit?)
    }

    /// A seat and memory, where there are both.
    func tryClaim(_ demand: MemoryEstimate, _ needs: @autoclosure () -> AdmissionNeeds) -> Entrance
    {
        var seat: Permit?
        if demand.pictureByteCount > 0 {
            seat = pictures.tryClaim(Self.seat(ofPicture: demand.pictureByteCount), needs())
            if seat == nil { return .waits(nil) }
        }
        guard let memory = work.tryClaim(demand.byteCount, needs()) else { return .waits(seat) }
        return .claims(WorkClaims(memory: memory, seat: seat))
    }

    /// A seat and memory, as soon as there are both.
    ///
    /// First the seat, always: who has memory waits for nothing. Others have the seat of one who
    /// waits for memory, which may be suspended.
    func claim(
        _ demand: MemoryEstimate, _ held: Permit?, _ needs: NeedsSource,
        _ onWait: (Int, () async throws -> Permit) async throws -> Permit
    ) async throws -> WorkClaims {
        var seat = held
        if seat == nil, demand.pictureByteCount > 0 {
            let byteCount = Self.seat(ofPicture: demand.pictureByteCount)
            seat = try await pictures.claim(byteCount, needs)
            if let memory = work.tryClaim(demand.byteCount, needs.admissionNeeds) {
                return WorkClaims(memory: memory, seat: seat)
            }
        }
        seat?.pause()
        defer { seat?.resume() }
        let memory = try await onWait(demand.byteCount) {
            try await work.claim(demand.byteCount, needs)
        }
        return WorkClaims(memory: memory, seat: seat)
    }
}

extension LoadTrace {
    /// Waits for memory, and tells of it; the time is a part of the stage that waits.
    func waitingForMemory(
        _ byteCount: Int, _ wait: () async throws -> Permit
    ) async throws -> Permit {
        tell(.memoryAwaited(key: key, byteCount: byteCount))
        let start = ContinuousClock.now
        defer {
            tell(.measured(key: key, stage: "budget", duration: start.duration(to: .now)))
        }
        return try await wait()
    }
}
