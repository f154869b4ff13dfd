import Synchronization
import WebImageCaching
import WebImageLoading
import WebImagePixels

// The pictures that transforms need besides, each by a request of its own.
//
// They are loaded before the request has its keys, which name them by their content. So a load knows
// nothing of inputs, and no cache answers with an image that was made of other ones.
extension ImagePipeline {
    /// The most inputs of a request.
    package static var mostInputs: Int { 4 }

    /// The places that inputs come from.
    enum InputAccess: Sendable {
        /// Those of the policy.
        case places(CachePolicy)
        /// Memory and disk; a stale picture stands in only for an origin that fails.
        case renewed
        /// Memory and disk, fresh or stale; of files and bytes, the source itself.
        case caches
    }

    /// Returns the result of work on a completed request, for which its inputs are loaded; the limits of
    /// its caller apply to both together.
    ///
    /// If the inputs fail, observers are told the key of the request's bytes: its image has none.
    ///
    /// - Parameter access: The places of the inputs; nil for those of the request's policy.
    func resolving<Value: Sendable>(
        _ request: ImageRequest, inputs access: InputAccess? = nil,
        _ work: @escaping @Sendable (PreparedRequest) async throws(ImageError) -> Value
    ) async throws(ImageError) -> Value {
        let isResolved = Flag()
        do throws(ImageError) {
            return try await CallerLimits(resolving: request, in: stages).run {
                () throws(ImageError) in
                let access = access ?? .places(request.plannedPolicy)
                let prepared = try await prepare(completed: request, inputs: access)
                isResolved.value.store(true, ordering: .releasing)
                return try await work(prepared)
            }
        } catch {
            // The work tells its own failures.
            guard !isResolved.value.load(ordering: .acquiring), !observers.isEmpty else {
                throw error
            }
            var bare = request
            bare.transforms = []
            if let bare = try? await prepare(completed: bare) {
                observers.tell(.failed(key: bare.dataKey, error: error))
            }
            throw error
        }
    }

    /// A value that two tasks share.
    private final class Flag: Sendable {
        let value = Atomic(false)
    }

    /// Returns a completed request with its keys, for which its inputs are loaded.
    ///
    /// - Throws: `ImageError.input`, and `notCached` if only caches may be asked.
    @concurrent func prepare(
        completed request: ImageRequest, inputs access: InputAccess
    ) async throws(ImageError) -> PreparedRequest {
        var inputs: [NamedInput] = []
        var failure: ImageError?
        for (transform, input) in try completedInputs(of: request) {
            do throws(ImageError) {
                let prepared = try await prepare(completed: input)
                inputs.append(NamedInput(transform: transform.name, request: prepared))
            } catch {
                failure = error.ofInput(of: transform.name)
                break
            }
        }
        let pictures = try await pictures(of: inputs, from: access)
        if let failure { throw failure }
        var prepared = try await prepare(completed: request.resolved(with: pictures))
        prepared.inputs = InputState(pictures)
        return prepared
    }

    /// Returns the pictures of inputs, which are loaded at the same time, equal ones once.
    ///
    /// - Throws: The failure of the first input that has one, in the order of the transforms.
    private func pictures(
        of inputs: [NamedInput], from access: InputAccess
    ) async throws(ImageError) -> [InputPicture] {
        typealias Outcome = Result<InputPicture, ImageError>
        return try await withTaskGroup(of: (CacheKey, Outcome).self) {
            group -> Result<[InputPicture], ImageError> in
            var keys: Set<CacheKey> = []
            for input in inputs where keys.insert(input.key).inserted {
                group.addTask { (input.key, await outcome(of: input, from: access)) }
            }
            var outcomes: [CacheKey: Outcome] = [:]
            var pictures: [InputPicture] = []
            for await (key, outcome) in group {
                outcomes[key] = outcome
                while pictures.count < inputs.count,
                    let next = outcomes[inputs[pictures.count].key]
                {
                    guard case .success(let picture) = next else {
                        group.cancelAll()
                        return next.map { [$0] }
                    }
                    pictures.append(picture)
                }
            }
            return .success(pictures)
        }.get()
    }

    private func outcome(
        of input: NamedInput, from access: InputAccess
    ) async -> Result<InputPicture, ImageError> {
        do throws(ImageError) {
            let response = try await self.input(input.request, from: access)
            return .success(InputPicture(input.request, response, in: stages))
        } catch {
            return .failure(error.ofInput(of: input.transform))
        }
    }

    /// Returns a completed request with its keys, if memory has its inputs.
    func prepareInMemory(completed request: ImageRequest, renewing: Bool) -> PreparedRequest? {
        guard let completed = try? completedInputs(of: request) else { return nil }
        var inputs: [InputPicture] = []
        for (_, input) in completed {
            var input = input
            // An input is looked for, to be shown until it is refreshed.
            if input.cachePolicy == .refresh { input.cachePolicy = .cachedFirst }
            guard let prepared = namedAtOnce(completed: input),
                let response = stages.memory.lookUp(prepared, renewing: renewing)
            else { return nil }
            inputs.append(InputPicture(prepared, response, in: stages))
        }
        var prepared = namedAtOnce(completed: request.resolved(with: inputs))
        prepared?.inputs = InputState(inputs)
        return prepared
    }

    private func input(
        _ prepared: PreparedRequest, from access: InputAccess
    ) async throws(ImageError) -> ImageResponse {
        var prepared = prepared
        var call: ImageCall { ImageCall(stages: stages, request: prepared, listener: nil) }
        switch access {
        case .places(let policy):
            prepared.request.cachePolicy = policy
        case .renewed:
            prepared.request.cachePolicy = .cachedFirst
            // A caller that follows the load waits for the renewal.
            let silent = ImageListener(previews: .off, receive: { _ in }, show: { _ in })
            return try await ImageCall(stages: stages, request: prepared, listener: silent)
                .response()
        case .caches where !prepared.request.source.isRemote:
            prepared.request.cachePolicy = .onlyIfCached
        case .caches:
            prepared.request.cachePolicy = .cachedFirst
            guard let cached = try await call.cachedResponse() else { throw .notCached }
            return cached
        }
        return try await call.response()
    }

    /// Returns the inputs with the pipeline's defaults, each after its transform.
    ///
    /// They are not rewritten: a function that adds an input to every request would never end. They get no
    /// header fields, interceptors or permissions of the request, since their URLs may come from
    /// elsewhere.
    func completedInputs(
        of request: ImageRequest
    ) throws(ImageError) -> [(transform: any ImageTransform, request: ImageRequest)] {
        var inputs: [(transform: any ImageTransform, request: ImageRequest)] = []
        for transform in request.transforms {
            if let fault = BuiltInTransform(transform)?.inputFault {
                throw .transform(TransformFailure(transform.name, fault))
            }
            for input in transform.inputs {
                guard !input.hasInputs else {
                    let reason = "expected transforms without inputs, found one with some"
                    throw .input(transform: transform.name, cause: .request(reason))
                }
                inputs.append((transform, completed(input, of: request)))
            }
        }
        guard inputs.count <= Self.mostInputs else {
            throw .request(
                "expected at most \(Self.mostInputs) inputs of transforms, found \(inputs.count)")
        }
        return inputs
    }

    private func completed(_ input: ImageRequest, of request: ImageRequest) -> ImageRequest {
        var completed = input
        completed.options = input.options.over(request.inheritedOptions).over(defaults)
        completed.cachePolicy = request.plannedPolicy
        completed.diskRepresentation = .original
        if let control = request.control { completed.control = control }
        return completed
    }
}

/// An input with its keys.
private struct NamedInput: Sendable {
    /// The name of its transform.
    let transform: String
    let request: PreparedRequest

    var key: CacheKey { request.imageKey }
}

extension ImageError {
    /// Returns the failure of an input as the failure of the request.
    fileprivate func ofInput(of transform: String) -> ImageError {
        switch self {
        case .cancelled, .notCached: self
        default: .input(transform: transform, cause: self)
        }
    }
}

extension ImageRequest {
    /// `true` if a transform needs another picture.
    var hasInputs: Bool {
        transforms.indices.contains { transforms[$0].hasInputs }
    }

    /// The options that inputs take over unless they set their own.
    fileprivate var inheritedOptions: ImageOptions {
        var inherited = ImageOptions()
        func inherit<Option: ImageOption>(_: Option.Type) {
            if options.sets(Option.self) { inherited[Option.self] = options[Option.self] }
        }
        inherit(ImageOptions.MemoryCaching.self)
        inherit(ImageOptions.DiskCaching.self)
        inherit(ImageOptions.StaleIfError.self)
        inherit(ImageOptions.IgnoresRememberedFailures.self)
        inherit(ImageOptions.Timeout.self)
        inherit(ImageOptions.MaxBodyBytes.self)
        inherit(ImageOptions.Priority.self)
        return inherited
    }

    /// Returns the request with the pictures of its inputs, in order.
    ///
    /// Its result is kept in no cache if one of them must not be.
    fileprivate func resolved(with inputs: [InputPicture]) -> ImageRequest {
        var request = self
        var left = inputs[...]
        request.transforms = transforms.map { transform in
            let own = Array(left.prefix(transform.inputs.count))
            guard !own.isEmpty else { return transform }
            left = left.dropFirst(own.count)
            return ResolvedTransform(transform, with: own)
        }
        if inputs.contains(where: { !$0.mayBeKept }) {
            request.memoryCaching = memoryCaching.reads ? .readOnly : .off
            request.diskRepresentation = .original
        }
        return request
    }
}

extension ImageTransform {
    /// The part of the spelling before the arguments, for errors.
    fileprivate var name: String { String(spelling.prefix { $0 != "(" }) }

    /// `true` if it needs another picture; a transform of the library makes no request to tell.
    fileprivate var hasInputs: Bool {
        BuiltInTransform(self)?.hasInputs ?? !inputs.isEmpty
    }
}
