import WebImageCaching
package import WebImageRuntime

extension ImagePipeline {
    /// The image of a request if memory has it, at once: for a view that must not flash.
    ///
    /// A hit is told to observers as any other; a miss is not, since the load that follows tells it.
    /// Always nil for files and for bytes the caller brings, unless they have a key of their own:
    /// naming them takes time.
    public func imageInMemory(for request: ImageRequest) -> ImageResponse? {
        imageInMemory(completed: completed(request))
    }

    /// The image of a prepared request if memory has it, at once, whatever its source.
    public func imageInMemory(for prepared: PreparedRequest) -> ImageResponse? {
        guard !observers.isEmpty else { return remembered(prepared) }
        let start = ContinuousClock.now
        guard let hit = remembered(prepared, telling: []) else { return nil }
        let key = prepared.imageKey
        observers.tell(.memory(key: key, hit: true))
        observers.tell(.succeeded(key: key, origin: .memory))
        observers.callerWaited(for: key, since: start)
        return hit
    }

    /// The image of a completed request if memory has it, at once.
    package func imageInMemory(completed request: ImageRequest) -> ImageResponse? {
        namedAtOnce(completed: request).flatMap { imageInMemory(for: $0) }
    }

    /// What memory holds of a completed request that goes to the origin all the same, for the
    /// meantime; nobody is told, since the load has yet to come.
    package func imageForTheMeantime(completed request: ImageRequest) -> ImageResponse? {
        guard request.options[CachePolicy.self] == .refresh,
            let prepared = namedAtOnce(completed: request),
            let found = memory.image(for: prepared.imageKey), judge(found, prepared) != .unusable
        else { return nil }
        return ImageResponse(found, origin: .memory, timings: StageTimings())
    }

    /// The keys of a completed request where they cost no work; nil for files, bytes and what is no
    /// URL.
    package func namedAtOnce(completed request: ImageRequest) -> PreparedRequest? {
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
