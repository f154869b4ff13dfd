import WebImageCoding

extension LoadStage {
    /// Memory to begin a load with; it grows and shrinks with what comes.
    func memory(
        for request: LoadRequest, _ record: LoadTrace, _ needs: NeedsSource
    ) async throws -> MemoryClaim {
        let (bodies, byteCount) = (pipeline.shared.memory.bodies, Self.byteCount(of: request))
        let claim =
            if let claim = bodies.tryClaim(byteCount, needs.current().needs) {
                claim
            } else {
                try await record.waitingForMemory(byteCount) {
                    try await bodies.claim(byteCount, needs)
                }
            }
        CurrentWork.current?.hold(claim)
        return claim
    }

    /// What a load needs from the beginning: a file is read at once, whole.
    private static func byteCount(of request: LoadRequest) -> Int {
        guard case .file(let path) = request.source else { return MemoryClaim.firstByteCount }
        let byteCount = (try? FileIdentity(path: path).byteCount) ?? 0
        return min(byteCount, request.firstByteCount ?? .max, request.limits.maxBodyBytes)
    }
}

extension MemoryShares {
    /// Returns memory for a body that is read from disk as a whole, in exchange for the memory that
    /// its load held until then.
    func exchange(
        _ claim: MemoryClaim, forWhole byteCount: Int, _ record: LoadTrace, _ needs: NeedsSource
    ) async throws -> MemoryClaim {
        claim.end()
        let whole =
            if let whole = wholeBodies.tryClaim(byteCount, needs.current().needs) {
                whole
            } else {
                try await record.waitingForMemory(byteCount) {
                    try await wholeBodies.claim(byteCount, needs)
                }
            }
        CurrentWork.current?.hold(whole)
        return whole
    }
}

extension BodyCollector {
    /// How much of an answer will be in memory at once; nil where nobody knows.
    func demand(of answer: LoadedBody) -> Int? {
        guard let expected = answer.expectedByteCount, expected >= 0 else { return nil }
        return answer.comesAtOnce ? expected : min(expected, maxResidentByteCount)
    }
}

extension MemoryClaim {
    /// What a body is given before its length is known: small ones need no more.
    static let firstByteCount = 256 << 10

    /// Holds so much at least; in steps that double, as long as nobody knows how much will come.
    func hold(_ byteCount: Int, upTo limit: Int) async throws {
        let held = self.byteCount
        guard byteCount > held else { return }
        try await resize(to: max(byteCount, min(held * 2, limit)))
    }
}
