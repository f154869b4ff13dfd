extension ImagePipeline {
    /// Progress, then the result of a request; the sequence ends after `finished`.
    ///
    /// Leaving the loop early, or cancelling its task, cancels the load for this caller.
    public func updates(for request: ImageRequest) -> AsyncStream<ImageUpdate> {
        // Progress that nobody has taken yet is replaced, not queued: a slow consumer sees the latest.
        let (stream, updates) = AsyncStream.makeStream(
            of: ImageUpdate.self, bufferingPolicy: .bufferingNewest(2))
        let task = Task {
            let result: Result<ImageResponse, ImageError>
            do throws(ImageError) {
                let prepared = try await prepare(request)
                result = .success(
                    try await image(for: prepared) { updates.yield(.progress($0)) })
            } catch {
                result = .failure(error)
            }
            updates.yield(.finished(result))
            updates.finish()
        }
        updates.onTermination = { _ in task.cancel() }
        return stream
    }
}
