import WebImageCoding
import WebImageRuntime

extension PipelineShared {
    /// Runs work on the decode executor once its memory is admitted, and its picture has a seat.
    ///
    /// The demand is known on the executor only: if there is room, the work follows at once; if not,
    /// it waits without a thread.
    ///
    /// - Parameters:
    ///   - demand: Returns the memory that the work needs; called once, on the decode executor.
    ///   - entry: The entry of its bytes in the backlog.
    ///   - onWait: Called with the number of bytes that it waits for.
    /// - Returns: The outcome, with the memory and the seat of its picture.
    func run<Value: Sendable>(
        _ needs: NeedsSource, demand: @Sendable () -> MemoryEstimate, entry: BacklogEntry? = nil,
        onWait: MemoryWait,
        _ body: @Sendable () throws(CodecError) -> Value
    ) async throws(CodecError) -> (Value, WorkClaims) {
        let attempt = try await work.run { () throws(CodecError) -> Attempt<Value> in
            let demand = demand()
            switch memory.tryClaim(demand, needs.current()) {
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
    /// The result of a claim without waiting.
    enum Entrance: Sendable {
        case claims(WorkClaims)
        /// There was no room; the seat, if there was one.
        case waits(Permit?)
    }

    /// Returns a seat and memory, if there is room for both.
    func tryClaim(_ demand: MemoryEstimate, _ needs: @autoclosure () -> NeedsUpdate) -> Entrance {
        var seat: Permit?
        if demand.pictureByteCount > 0 {
            seat = pictures.tryClaim(Self.seat(ofPicture: demand.pictureByteCount), needs())
            if seat == nil { return .waits(nil) }
        }
        guard let memory = work.tryClaim(demand.byteCount, needs()) else { return .waits(seat) }
        return .claims(WorkClaims(memory: memory, seat: seat))
    }

    /// Returns a seat and memory, as soon as there is room for both.
    ///
    /// The seat comes first, so that a holder of memory waits for nothing. While it waits for memory,
    /// its seat is lent to others.
    func claim(
        _ demand: MemoryEstimate, _ held: Permit?, _ needs: NeedsSource,
        _ onWait: MemoryWait
    ) async throws -> WorkClaims {
        var seat = held
        if seat == nil, demand.pictureByteCount > 0 {
            let byteCount = Self.seat(ofPicture: demand.pictureByteCount)
            seat = try await pictures.claim(byteCount, needs)
            if let memory = work.tryClaim(demand.byteCount, needs.current()) {
                return WorkClaims(memory: memory, seat: seat)
            }
        }
        seat?.pause()
        defer { seat?.resume() }
        let memory = try await work.claim(demand.byteCount, needs, onWait: onWait)
        return WorkClaims(memory: memory, seat: seat)
    }
}
