import WebImageCoding

extension ImagePipeline {
    /// Bytes from disk, which hold memory while they wait for a decoder, as downloaded ones do: of
    /// thousands that are asked for at once only as many are read as there is memory for.
    ///
    /// Only reading tells how many they are. So they claim as many as are ever read before they are,
    /// and give the rest back at once: longer ones are mapped.
    ///
    /// Those that do not answer hold none, since their flight goes on to wait for others. One caller's
    /// own look, outside of any flight, doesn't wait either.
    func read(
        _ record: LoadRecord, answers: (LoadedData) -> Bool, _ read: () async -> LoadedData?
    ) async throws(ImageError) -> LoadedData? {
        guard let needs = record.needs else { return await read() }
        do {
            let claim = try await firstClaim(record, needs)
            guard let data = await read() else { return nil }
            guard answers(data) else { return data }
            // Longer ones are mapped: what the disk has is the system's to keep in memory or not.
            let byteCount = data.encoded.bytes.count
            try await claim.resize(to: byteCount > DiskCache.mappedByteCount ? 0 : byteCount)
            data.keep(claim)
            return data
        } catch {
            throw .cancelled
        }
    }

    private func firstClaim(
        _ record: LoadRecord, _ needs: NeedsSource
    ) async throws -> MemoryClaim {
        let (bodies, byteCount) = (shared.memory.bodies, DiskCache.mappedByteCount)
        if let claim = bodies.tryClaim(byteCount, needs.current().needs) { return claim }
        return try await record.waitingForMemory(byteCount) {
            try await bodies.claim(byteCount, needs)
        }
    }
}
