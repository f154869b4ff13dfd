import WebImageCaching
import WebImageLoading

extension ImagePipeline {
    /// Returns the progress, the previews that `previews` asks for, and the result of a request;
    /// the sequence ends after `finished`.
    ///
    /// With `CachePolicy.refresh` the content of the caches comes first, as `cached`; no preview
    /// follows it. The result then says if that is ``ImageResponse/unchanged``, or stands in for
    /// an origin that failed (``ImageResponse/staleReason``); without `ImageOptions.staleIfError`
    /// it is the failure.
    ///
    /// With `CachePolicy.cachedFirst` a stale image comes first, as `cached`, and then the result
    /// of its renewal. If the origin was asked less than ten seconds ago, the stale image is the
    /// result.
    ///
    /// A slow reader gets the latest progress and the latest preview, never an older one after a
    /// newer one. Leaving the loop early, or cancelling its task, cancels the load for this caller.
    public func updates(for request: some ImageRequestConvertible) -> AsyncStream<ImageUpdate> {
        updates(completed: completed(request.imageRequest))
    }

    /// Returns the same for a request that has its defaults, and was rewritten.
    package func updates(completed request: ImageRequest) -> AsyncStream<ImageUpdate> {
        let reader = reader(completed: request, as: .image)
        return AsyncStream(
            unfolding: { await reader.next().map(ImageUpdate.init) },
            onCancel: { reader.cancel() })
    }

    /// Returns the same for a picture or a file.
    func updates(
        completed request: ImageRequest, as product: Product
    ) -> AsyncStream<PipelineUpdate> {
        let reader = reader(completed: request, as: product)
        return AsyncStream(unfolding: { await reader.next() }, onCancel: { reader.cancel() })
    }

    /// Begins a load, and returns the reader of its updates.
    private func reader(completed request: ImageRequest, as product: Product) -> UpdateReader {
        let options = request.options
        let previews = options.previews
        let mailbox = UpdateMailbox(
            previews: previews, progressInterval: options.progressInterval, time: time)
        return UpdateReader(
            mailbox,
            Task {
                async let _: Void = mailbox.keepPace()
                let result: Result<PipelineResponse, ImageError>
                do throws(ImageError) {
                    result = .success(
                        try await response(toSourcesOf: request, as: product) { fallback in
                            mailbox.begin(fallback.map { $0.place + 1 } ?? 0, previews: previews)
                        })
                } catch {
                    result = .failure(error)
                }
                mailbox.finish(result)
            })
    }
}

/// The reading end of a stream of updates; the load is cancelled with its last reference.
private final class UpdateReader: Sendable {
    private let mailbox: UpdateMailbox
    private let task: Task<Void, Never>

    init(_ mailbox: UpdateMailbox, _ task: Task<Void, Never>) {
        self.mailbox = mailbox
        self.task = task
    }

    deinit {
        task.cancel()
    }

    func next() async -> PipelineUpdate? { await mailbox.next() }

    func cancel() {
        task.cancel()
        mailbox.close()
    }
}
