public import WebImageCaching
import WebImageCoding
public import WebImageLoading
import WebImageRuntime

extension ImagePipeline {
    /// Returns the image of a request if memory or disk has it; no origin is asked.
    ///
    /// Files and bytes of the caller are decoded. A stale image is returned with
    /// `CachePolicy.cachedFirst` only, and is not renewed: ``ImageResponse/isStale`` reports it.
    ///
    /// - Returns: Nil if neither has it, or the request's options read neither.
    /// - Throws: `ImageError` if stored bytes can't be transformed as requested.
    public func cachedImage(
        for request: some ImageRequestConvertible
    ) async throws(ImageError) -> ImageResponse? {
        try await cachedImage(completed: completed(request.imageRequest))
    }

    func cachedImage(
        completed request: ImageRequest
    ) async throws(ImageError) -> ImageResponse? {
        do throws(ImageError) {
            let response = try await answer(to: request) { prepared, fallback throws(ImageError) in
                guard let response = try await cachedResponse(to: prepared) else {
                    throw .notCached
                }
                return response.answer(by: fallback)
            }
            return ImageResponse(response)
        } catch {
            if case .notCached = error { return nil }
            throw error
        }
    }

    private func cachedResponse(
        to prepared: PreparedRequest
    ) async throws(ImageError) -> PipelineResponse? {
        do throws(ImageError) {
            if stages.stale.showsFirst(prepared), prepared.request.source.isRemote {
                let call = ImageCall(stages: stages, request: prepared, listener: nil)
                return try await call.cachedResponse()
            }
            return try await response(to: prepared.with { $0.cachePolicy = .onlyIfCached })
        } catch {
            if case .notCached = error { return nil }
            // Stored bytes that are no picture have left the cache.
            if error.blamesBytes, prepared.request.source.isRemote { return nil }
            throw error
        }
    }

    /// Returns the caches that have the image of a request or its bytes, fresh or stale.
    ///
    /// Nothing is loaded or decoded. Bytes whose `Vary` fields do not fit the request count if the
    /// origin may confirm them.
    ///
    /// - Returns: A subset of `memory` and `disk`.
    /// - Throws: `ImageError.request` for a text that is no URL, `load` for a missing file.
    public func cachePlaces(
        of request: some ImageRequestConvertible
    ) async throws(ImageError) -> Set<ImageOrigin> {
        let prepared = try await prepare(request)
        let trace = LoadTrace(key: prepared.imageKey, observers: observers)
        var places: Set<ImageOrigin> = []
        if stages.memory.holds(prepared) { places.insert(.memory) }
        if await stages.disk.has(prepared, trace: trace) { places.insert(.disk) }
        return places
    }

    /// Removes the image of a request from memory and disk, its original bytes, and a remembered
    /// failure of it.
    ///
    /// Only the image of exactly this request is meant. Images that other options or transforms
    /// made of the same bytes stay, such as the images of a view, which sets a target size. A load
    /// under way stores its result all the same.
    ///
    /// - Throws: `ImageError.request` for a text that is no URL, `load` for a missing file, and
    ///   `store` if the disk refuses; all that can be removed is removed then all the same.
    public func removeCached(_ request: some ImageRequestConvertible) async throws(ImageError) {
        try await removeCached(request.imageRequest, as: .image)
    }

    /// Removes the image of a request from some tiers of the caches only, and its original bytes if
    /// they are there.
    ///
    /// ```swift
    /// // Frees memory; the next request decodes the bytes on disk.
    /// try await pipeline.removeCached(request, from: [.memory])
    /// ```
    ///
    /// Of a `TieredCache` the parts on this machine are `CacheTier.disk` and those on others
    /// `CacheTier.shared`, whatever its policy for removals says. The image is that of exactly
    /// this request, as for ``removeCached(_:)``. A remembered failure stays
    /// (``forgetFailure(of:)``).
    ///
    /// - Parameters:
    ///   - request: An ``ImageRequest``, or a `URL` or text that names one without options.
    ///   - tiers: The tiers that lose it; one that the pipeline does not have is ignored.
    /// - Throws: As ``removeCached(_:)`` does.
    public func removeCached(
        _ request: some ImageRequestConvertible, from tiers: Set<CacheTier>
    ) async throws(ImageError) {
        try await removeCached(request.imageRequest, as: .image, from: tiers)
    }

    /// - Parameter tiers: Nil for all, and a remembered failure.
    func removeCached(
        _ request: ImageRequest, as product: Product, from tiers: Set<CacheTier>? = nil
    ) async throws(ImageError) {
        let prepared: PreparedRequest?
        do throws(ImageError) {
            prepared = try await prepare(completed: completed(request), as: product)
        } catch {
            if case .cancelled = error { throw error }
            prepared = nil
        }
        // The bytes have a name without the inputs, too.
        let original =
            if let prepared { prepared.dataKey } else { try await prepareForBytes(request).dataKey }
        let keys = [original] + (prepared.map { [$0.imageKey] } ?? [])
        var caches = dataCaches
        if let tiers {
            caches = caches.flatMap { cache in
                CacheTier.allCases.filter(tiers.contains).flatMap { cache.parts(on: $0) }
            }
        }
        for key in caches.isEmpty ? [] : keys { await stages.shared.writes.settle(key) }
        let failure = await remove(keys, from: caches)
        // Last, since a request may have brought the image back from disk meanwhile.
        if let prepared, tiers?.contains(.memory) != false { stages.memory.remove(prepared) }
        if tiers == nil { failures?.remove(original) }
        if let failure { throw .store(failure) }
    }

    /// Forgets a remembered failure of a request, so that its origin is asked again; caches stay as
    /// they are.
    ///
    /// ```swift
    /// try await pipeline.forgetFailure(of: "https://example.com/cat.jpg")
    /// ```
    ///
    /// The failure is that of the request's bytes: requests with other options or transforms are
    /// asked again, too. A load under way remembers its failure all the same.
    ///
    /// - Throws: `ImageError.request` for a text that is no URL, `load` for a missing file.
    public func forgetFailure(
        of request: some ImageRequestConvertible
    ) async throws(ImageError) {
        let prepared = try await prepareForBytes(request)
        failures?.remove(prepared.dataKey)
    }

    /// Removes all images and bytes from memory and disk, and all remembered failures.
    ///
    /// Stores after earlier responses are awaited first; loads under way store their results
    /// afterwards. The folder `DiskCache.standardFolder` is shared by all programs of a user: its
    /// entries of other programs are removed too.
    ///
    /// - Throws: `ImageError.store` if the disk refuses; memory is cleared then all the same.
    public func clearCaches() async throws(ImageError) {
        await flush()
        let failure = await remove(nil, from: dataCaches)
        for cache in [memory, resultMemory] { cache.removeAll() }
        failures?.removeAll()
        if let failure { throw .store(failure) }
    }

    /// Waits for all stores that follow responses.
    ///
    /// To be called before a program ends, if a request does not wait itself
    /// (`ImageOptions.storeCompletion`).
    public func flush() async { await stages.shared.writes.settleAll() }

    /// The caches of bytes and of results; a cache may come twice.
    private var dataCaches: [any DataCache] { [disk, originals, results].compactMap(\.self) }

    /// Removes entries from caches, and returns the first failure.
    ///
    /// - Parameter keys: Nil for all entries.
    private func remove(_ keys: [CacheKey]?, from caches: [any DataCache]) async -> DiskError? {
        var first: DiskError?
        for cache in caches {
            for key in keys.map({ $0.map(Optional.some) }) ?? [nil] {
                do throws(DiskError) {
                    let access = DiskAccess(cache: cache, io: stages.shared.io)
                    try await access.io.run { () throws(DiskError) in
                        if let key { try cache.remove(key) } else { try cache.removeAll() }
                    }
                } catch {
                    first = first ?? error
                }
            }
        }
        return first
    }
}
