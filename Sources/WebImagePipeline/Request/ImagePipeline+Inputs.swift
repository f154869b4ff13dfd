import WebImageLoading

// The pictures that transforms need besides, each by a request of its own.
//
// They are loaded before the request has its keys, which name them by their content. So a load knows
// nothing of inputs, and no cache answers with an image that was made of other ones.
extension ImagePipeline {
    /// The most inputs of a request.
    package static var mostInputs: Int { 4 }

    /// The places that inputs come from.
    enum InputAccess: Sendable {
        case origins
        /// Memory and disk, fresh or stale; of files and bytes, the source itself.
        case caches
    }

    /// Returns a completed request with the pictures of its inputs.
    ///
    /// - Throws: `ImageError.input`, and `notCached` if only caches may be asked.
    func resolved(
        _ request: ImageRequest, from access: InputAccess = .origins
    ) async throws(ImageError) -> ImageRequest {
        guard request.hasInputs else { return request }
        var pictures: [InputPicture] = []
        for (transform, input) in try completedInputs(of: request) {
            do throws(ImageError) {
                let prepared = try await prepare(completed: input)
                let response = try await self.input(prepared, from: access)
                pictures.append(InputPicture(prepared, response, in: stages))
            } catch {
                switch error {
                case .cancelled, .notCached: throw error
                default: throw .input(transform: transform.name, cause: error)
                }
            }
        }
        return request.resolved(with: pictures)
    }

    /// Returns a completed request with the pictures of its inputs if memory has them, at once.
    func resolvedInMemory(_ request: ImageRequest) -> ImageRequest? {
        guard request.hasInputs else { return request }
        guard let inputs = try? completedInputs(of: request) else { return nil }
        var pictures: [InputPicture] = []
        for (_, input) in inputs {
            guard let prepared = namedAtOnce(completed: input),
                let response = stages.memory.lookUp(prepared, renewing: false)
            else { return nil }
            pictures.append(InputPicture(prepared, response, in: stages))
        }
        return request.resolved(with: pictures)
    }

    private func input(
        _ prepared: PreparedRequest, from access: InputAccess
    ) async throws(ImageError) -> ImageResponse {
        var prepared = prepared
        let isRemote = prepared.request.source.isRemote
        if access == .caches {
            prepared.request.cachePolicy = isRemote ? .cachedFirst : .onlyIfCached
        }
        let call = ImageCall(stages: stages, request: prepared, listener: nil)
        guard access == .caches, isRemote else { return try await call.response() }
        guard let cached = try await call.cachedResponse() else { throw .notCached }
        return cached
    }

    /// Returns the inputs with the pipeline's defaults, each after its transform.
    ///
    /// They are not rewritten: a function that adds an input to every request would never end. They get no
    /// header fields, interceptors or permissions of the request, since their URLs may come from
    /// elsewhere.
    private func completedInputs(
        of request: ImageRequest
    ) throws(ImageError) -> [(transform: any ImageTransform, request: ImageRequest)] {
        let inputs = request.transforms.flatMap { transform in
            transform.inputs.map { (transform: transform, request: $0) }
        }
        guard inputs.count <= Self.mostInputs else {
            throw .request(
                "expected at most \(Self.mostInputs) inputs of transforms, found \(inputs.count)")
        }
        return try inputs.map { input throws(ImageError) in
            guard !input.request.hasInputs else {
                throw .input(
                    transform: input.transform.name,
                    cause: .request("expected transforms without inputs, found one with some"))
            }
            var completed = input.request
            completed.options = completed.options.over(request.inheritedOptions).over(defaults)
            completed.cachePolicy = request.cachePolicy
            completed.diskRepresentation = .original
            completed.control = request.control
            return (input.transform, completed)
        }
    }
}

extension ImageRequest {
    /// `true` if a transform needs another picture.
    var hasInputs: Bool {
        transforms.indices.contains { !transforms[$0].inputs.isEmpty }
    }

    /// The options that inputs take over unless they set their own.
    fileprivate var inheritedOptions: ImageOptions {
        var inherited = ImageOptions()
        (inherited.memoryCaching, inherited.diskCaching) = (memoryCaching, diskCaching)
        (inherited.staleIfError, inherited.timeout) = (staleIfError, timeout)
        (inherited.priority, inherited.ignoresRememberedFailures) = (
            priority, ignoresRememberedFailures
        )
        return inherited
    }

    /// Returns the request with the pictures of its inputs, in order.
    ///
    /// Its result is kept in no cache if one of them must not be.
    fileprivate func resolved(with pictures: [InputPicture]) -> ImageRequest {
        var request = self
        var left = pictures[...]
        request.transforms = transforms.map { transform in
            let own = Array(left.prefix(transform.inputs.count))
            guard !own.isEmpty else { return transform }
            left = left.dropFirst(own.count)
            return ResolvedTransform(transform, with: own)
        }
        if pictures.contains(where: { !$0.mayBeKept }) {
            request.memoryCaching = memoryCaching.reads ? .readOnly : .off
            request.diskRepresentation = .original
        }
        return request
    }
}

extension ImageTransform {
    /// The part of the spelling before the arguments, for errors.
    var name: String { String(spelling.prefix { $0 != "(" }) }
}
