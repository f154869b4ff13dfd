import WebImageCaching
import WebImageCoding
import WebImageLoading

// For a caller that needs the bytes only.
extension ImageLoad {
    /// disk → load; the bytes are not decoded and not stored.
    ///
    /// ``ImagePipeline/runningCount`` counts it, as it does the shared loads of images.
    func bytes(within limit: BodyBound?) async throws(ImageError) -> LoadedData {
        // A name to count by: nothing is shared under it.
        let key = LoadKey(bytes: request, pipeline: stages.settings.identity)
        return try await stages.shared.countingAsRunning(key) { () throws(ImageError) in
            try await cachedOrLoadedBytes(within: limit)
        }
    }

    private func cachedOrLoadedBytes(
        within limit: BodyBound?
    ) async throws(ImageError) -> LoadedData {
        let cached = try await stages.disk.original(for: request, trace: trace)
        if case .answer(let content) = cached, let bytes = content.data { return bytes }
        if case .nothing = cached,
            let other = await stages.alternates.request(for: request, trace: trace),
            case .answer(let content) = try await stages.disk.original(for: other, trace: trace),
            let bytes = content.data
        {
            return bytes
        }
        guard request.asksOrigin else { throw .notCached }
        do throws(ImageError) {
            try stages.failures.refuseRemembered(request, trace: trace, forPixels: false)
            let bytes = try await stages.load.bytes(
                for: request, confirming: cached.content, storedAfter: storeCount,
                watch: TransferWatch(limit?.listener), trace: trace)
            // A transfer that has just ended reported nothing to the limit.
            if bytes.origin == .network { limit?.noteWhole(bytes.encoded.bytes.count) }
            stages.failures.forget(request, forPixels: false)
            return bytes
        } catch {
            stages.failures.note(error, of: request)
            if let content = cached.content, let data = content.data,
                stages.stale.freshness(of: content, standingInFor: error, for: request) != nil,
                let bytes = try await stages.disk.bytes(of: data, for: request, trace: trace)
            {
                bytes.staleReason = error
                return bytes
            }
            throw error
        }
    }
}
