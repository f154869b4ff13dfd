import WebImageCoding

extension LoadRequest {
    /// The memory that a load needs from the beginning: a file is read at once, whole.
    var firstBodyByteCount: Int {
        guard case .file(let path) = source else { return MemoryClaim.firstByteCount }
        let byteCount = (try? FileIdentity(path: path).byteCount) ?? 0
        return min(byteCount, firstByteCount ?? .max, limits.maxBodyBytes)
    }
}

extension MemoryGate {
    /// Memory for a body; a wait for it is told to observers.
    func claim(
        _ byteCount: Int, _ needs: NeedsSource, _ trace: LoadTrace
    ) async throws -> MemoryClaim {
        if let claim = tryClaim(byteCount, needs.current().needs) { return claim }
        return try await trace.waitingForMemory(byteCount) { try await claim(byteCount, needs) }
    }
}

extension MemoryShares {
    /// Returns memory for a body that is read from disk as a whole, in exchange for the memory that
    /// its load held until then.
    func exchange(
        _ claim: MemoryClaim, forWhole byteCount: Int, _ trace: LoadTrace, _ needs: NeedsSource
    ) async throws -> MemoryClaim {
        claim.end()
        let whole = try await wholeBodies.claim(byteCount, needs, trace)
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
