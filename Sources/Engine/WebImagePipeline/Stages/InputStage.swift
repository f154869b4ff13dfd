import WebImageCaching
import WebImageLoading
import WebImagePixels

/// inputs: the pictures that transforms need besides, loaded before the bytes of the request.
///
/// The key of the image names the requests of inputs, not their pixels: an image in a cache shows
/// an input as it was when the image was made.
struct InputStage: Sendable {
    let stages: Stages

    /// Returns the request with the pictures of its inputs in its transforms.
    ///
    /// Its result is kept in no cache if one of them must not be, or is stale.
    ///
    /// - Parameter asksOrigins: `false` if only caches may be asked.
    /// - Throws: `ImageError.input`, and `notCached` if only caches may be asked.
    func resolve(
        _ request: PreparedRequest, asksOrigins: Bool = true
    ) async throws(ImageError) -> PreparedRequest {
        guard request.hasInputs else { return request }
        var policy = asksOrigins ? request.plan.policy : .onlyIfCached
        // A new picture shows no stale one.
        if policy == .cachedFirst { policy = .normal }
        let pictures = try await pictures(of: request.inputs, policy)
        var left = request.inputs.compactMap { pictures[$0.request.imageKey] }[...]
        return request.with(keepsResult: left.allSatisfy(\.mayBeKept)) { request in
            request.transforms = request.transforms.map { transform in
                let own = left.prefix(transform.inputs.count).map(\.picture)
                left = left.dropFirst(own.count)
                return own.isEmpty ? transform : transform.resolved(with: own)
            }
        }
    }

    private struct Input {
        let picture: Bitmap
        /// `false` if it must be kept in no cache, or is stale.
        let mayBeKept: Bool
    }

    /// Loads inputs at the same time, equal ones once; the first failure ends the others.
    private func pictures(
        of inputs: [TransformInput], _ policy: CachePolicy
    ) async throws(ImageError) -> [CacheKey: Input] {
        let different = Dictionary(
            inputs.map { ($0.request.imageKey, $0) }, uniquingKeysWith: { first, _ in first })
        typealias Loaded = Result<(CacheKey, Input), ImageError>
        return try await withTaskGroup(of: Loaded.self) {
            group -> Result<[CacheKey: Input], ImageError> in
            for (key, input) in different {
                group.addTask { await load(input, policy).map { (key, $0) } }
            }
            var pictures: [CacheKey: Input] = [:]
            do throws(ImageError) {
                for await loaded in group {
                    let (key, input) = try loaded.get()
                    pictures[key] = input
                }
            } catch {
                group.cancelAll()
                return .failure(error)
            }
            return .success(pictures)
        }.get()
    }

    private func load(
        _ input: TransformInput, _ policy: CachePolicy
    ) async -> Result<Input, ImageError> {
        let request = input.request.with { $0.cachePolicy = policy }
        do throws(ImageError) {
            let call = ImageCall(stages: stages, request: request, listener: nil)
            let response = try await call.response()
            let mayBeKept =
                !response.isStale
                && !(request.plan.bypassesCaches && request.request.source.isRemote)
                && response.content.storedResponse?.mayBeKept(
                    request: request.sentHeaders, mode: stages.settings.cacheMode) ?? true
            return .success(Input(picture: response.image.poster, mayBeKept: mayBeKept))
        } catch {
            return .failure(error.ofInput(of: input.transform))
        }
    }
}
