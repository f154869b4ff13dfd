extension ImagePipeline {
    /// The image of a request if memory has it, at once: for a view that must not flash.
    ///
    /// A hit is told to observers as any other; a miss is not, since the load that follows tells it.
    /// Always nil for files and for bytes the caller brings: naming them takes time.
    public func imageInMemory(for request: ImageRequest) -> ImageResponse? {
        preparedAtOnce(request).flatMap { imageInMemory(for: $0) }
    }

    /// The image of a prepared request if memory has it, at once, whatever its source.
    public func imageInMemory(for prepared: PreparedRequest) -> ImageResponse? {
        let quiet = LoadRecord(key: prepared.imageKey, observers: [])
        guard let hit = remembered(prepared, quiet) else { return nil }
        let record = LoadRecord(key: prepared.imageKey, observers: observers)
        record.tell(.memory(key: record.key, hit: true))
        record.tell(.succeeded(key: record.key, origin: .memory))
        return hit
    }

    /// What memory holds of a request that goes to the origin all the same, for the meantime; nobody
    /// is told, since the load has yet to come.
    package func imageForTheMeantime(of request: ImageRequest) -> ImageResponse? {
        guard let prepared = preparedAtOnce(request),
            prepared.request.options[CachePolicy.self] == .refresh,
            let found = memory.image(for: prepared.imageKey)
        else { return nil }
        return ImageResponse(found, origin: .memory, timings: StageTimings())
    }

    /// The prepared request where its names cost no work; nil for files, bytes and what is no URL.
    package func preparedAtOnce(_ request: ImageRequest) -> PreparedRequest? {
        let request = completed(request)
        do throws(ImageError) {
            guard let identity = try identity(immediately: request) else { return nil }
            return PreparedRequest(request, in: self, identity: identity)
        } catch {
            return nil
        }
    }

    /// Where frames of an animation are decoded, with the pictures of this pipeline.
    package var workExecutor: WorkExecutor { shared.work }
}
