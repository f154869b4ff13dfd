import WebImageCaching
import WebImageCoding

extension ImagePipeline {
    /// Bytes from disk, which hold memory while they wait for a decoder, as downloaded ones do: of
    /// thousands that are asked for at once only as many are read as there is memory for.
    ///
    /// Only a look at the entry tells how many they are. So a load claims 1 MB first and gives the
    /// rest back at once; a longer entry is read only after there is memory for all of it.
    ///
    /// Those that do not answer hold none, since their flight goes on to wait for others. One caller's
    /// own look, outside of any flight, doesn't wait either.
    func read(
        _ record: LoadTrace, answers: (LoadedData) -> Bool,
        _ read: (_ byteCount: Int) async -> DiskStage.Outcome
    ) async throws(ImageError) -> LoadedData? {
        guard let needs = record.needs else { return await read(.max).data }
        do {
            var claim = try await firstClaim(record, needs)
            var outcome = await read(claim.byteCount)
            // The entry may be replaced by a longer one meanwhile.
            while case .tooLong(let byteCount) = outcome, byteCount > claim.byteCount {
                claim = try await shared.memory.exchange(
                    claim, forWhole: byteCount, record, needs)
                outcome = await read(byteCount)
            }
            guard let data = outcome.data else { return nil }
            guard answers(data) else { return data }
            try await claim.resize(to: data.encoded.bytes.count)
            data.keep(claim)
            return data
        } catch {
            throw .cancelled
        }
    }

    /// Drops the bytes of an entry that does not answer, if they are many.
    ///
    /// They hold no memory of the budget while the origin is asked, which may take long.
    func dropped(_ data: LoadedData, answers: (LoadedData) -> Bool) -> LoadedData {
        let isLarge = data.encoded.bytes.count > DiskCache.smallByteCount
        return isLarge && !answers(data) ? data.with(nil) : data
    }

    /// Returns data with its bytes, read again if they were dropped; nil if the disk has others by
    /// now, or none.
    @inline(never) func withBytes(
        _ data: LoadedData, _ prepared: PreparedRequest, _ record: LoadTrace
    ) async throws(ImageError) -> LoadedData? {
        if data.hasBytes { return data }
        guard prepared.request.usesDisk, let diskStage, let stamp = data.stamp else { return nil }
        let found = try await read(record, answers: { $0.stamp == stamp }) { byteCount in
            await diskStage.read(prepared.dataKey, atMost: byteCount, record: record) {
                $0.stamp == stamp
            }
        }
        guard let found, found.stamp == stamp else { return nil }
        let whole = data.with(found.encoded)
        if let claim = found.takeMemory() { whole.keep(claim) }
        return whole
    }

    private func firstClaim(
        _ record: LoadTrace, _ needs: NeedsSource
    ) async throws -> MemoryClaim {
        let (bodies, byteCount) = (shared.memory.bodies, DiskCache.smallByteCount)
        if let claim = bodies.tryClaim(byteCount, needs.current().needs) { return claim }
        return try await record.waitingForMemory(byteCount) {
            try await bodies.claim(byteCount, needs)
        }
    }
}

extension DiskStage.Outcome {
    /// The bytes that were read, nil if there are none.
    var data: LoadedData? {
        if case .found(let data) = self { return data }
        return nil
    }
}
