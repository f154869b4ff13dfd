import WebImageCaching
import WebImageLoading
import WebImageRuntime

extension ImagePipeline {
    /// Removes the image of a request from memory and disk, its original bytes, and a remembered
    /// failure of it.
    ///
    /// Images that other options or transforms made of the same bytes stay. A load under way stores its
    /// result all the same.
    ///
    /// - Throws: `ImageError.store` if the disk refuses; memory is cleared then all the same.
    public func removeCached(_ request: some ImageRequestConvertible) async throws(ImageError) {
        let prepared = try await prepare(request)
        let (image, original) = (prepared.imageKey, prepared.dataKey)
        memory.remove(image)
        failures?.remove(original)
        await stages.shared.writes.settle(original)
        await stages.shared.writes.settle(image)
        try await change { cache throws(DiskError) in
            try cache.remove(original)
            try cache.remove(image)
        }
    }

    /// Removes all images and bytes from memory and disk, and all remembered failures.
    ///
    /// Stores behind earlier responses are awaited first; loads under way store their results
    /// afterwards.
    ///
    /// - Throws: `ImageError.store` if the disk refuses; memory is cleared then all the same.
    public func clearCaches() async throws(ImageError) {
        memory.removeAll()
        failures?.removeAll()
        await flush()
        try await change { cache throws(DiskError) in try cache.removeAll() }
    }

    /// Waits for all stores behind responses.
    ///
    /// To be called before a program ends, if a request does not wait itself
    /// (`ImageOptions.storeCompletion`).
    public func flush() async { await stages.shared.writes.settleAll() }

    /// Changes the disk caches; the first failure is thrown after both were tried.
    private func change(
        _ body: @escaping @Sendable (any DataCache) throws(DiskError) -> Void
    ) async throws(ImageError) {
        var failure: DiskError?
        for cache in [disk, originals].compactMap(\.self) {
            do throws(DiskError) {
                try await stages.shared.io.run { () throws(DiskError) in try body(cache) }
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw .store(failure) }
    }
}
