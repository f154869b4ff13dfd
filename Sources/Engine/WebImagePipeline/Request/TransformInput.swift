import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels

/// A picture that a transform needs besides, by a separate request.
struct TransformInput: Sendable {
    /// The name of the transform, for errors.
    let transform: String
    let request: PreparedRequest
}

// The requests of inputs.
extension ImagePipeline {
    /// The most inputs of a request.
    package static var mostInputs: Int { 4 }

    /// Returns the inputs of a completed request with their keys; nil if a source must be read for
    /// them.
    func inputsAtOnce(of request: ImageRequest) throws(ImageError) -> [TransformInput]? {
        guard request.hasInputs else { return [] }
        var inputs: [TransformInput] = []
        for (name, input) in try completedInputs(of: request) {
            do throws(ImageError) {
                guard let prepared = try prepareAtOnce(completed: input) else { return nil }
                inputs.append(TransformInput(transform: name, request: prepared))
            } catch {
                throw error.ofInput(of: name)
            }
        }
        return inputs
    }

    /// Returns the inputs of a completed request with their keys.
    func inputs(of request: ImageRequest) async throws(ImageError) -> [TransformInput] {
        guard request.hasInputs else { return [] }
        var inputs: [TransformInput] = []
        for (name, input) in try completedInputs(of: request) {
            do throws(ImageError) {
                let prepared = try await prepare(completed: input)
                inputs.append(TransformInput(transform: name, request: prepared))
            } catch {
                throw error.ofInput(of: name)
            }
        }
        return inputs
    }

    /// Returns the inputs with the pipeline's defaults, each after the name of its transform.
    ///
    /// They are not rewritten: a function that adds an input to every request would never end. They
    /// get no header fields, interceptors or permissions of the request, since their URLs may come
    /// from elsewhere.
    private func completedInputs(
        of request: ImageRequest
    ) throws(ImageError) -> [(transform: String, request: ImageRequest)] {
        var inputs: [(transform: String, request: ImageRequest)] = []
        for transform in request.transforms {
            if let fault = transform.fault {
                throw .transform(TransformFailure(transform.name, fault))
            }
            for input in transform.inputs {
                guard !input.hasInputs else {
                    let reason = "expected transforms without inputs, found one with some"
                    throw .input(transform: transform.name, cause: .request(reason))
                }
                guard input.alternatives.isEmpty else {
                    let reason = "expected an input without alternatives, found one with some"
                    throw .input(transform: transform.name, cause: .request(reason))
                }
                inputs.append((transform.name, completed(input, of: request)))
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
        completed.diskRepresentation = .original
        completed.pixelDepth = .eight
        if let control = request.control { completed.control = control }
        return completed
    }
}

extension ImageError {
    /// Returns the failure of an input as the failure of the request.
    func ofInput(of transform: String) -> ImageError {
        switch self {
        case .cancelled, .notCached: self
        default: .input(transform: transform, cause: self)
        }
    }
}

extension ImageRequest {
    /// `true` if a transform needs another picture.
    var hasInputs: Bool { transforms.indices.contains { !transforms[$0].inputs.isEmpty } }

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
        inherit(ImageOptions.MaxBodyBytes.self)
        inherit(ImageOptions.Priority.self)
        return inherited
    }
}

extension ImageTransform {
    /// The part of the spelling before the arguments, for errors.
    fileprivate var name: String { String(spelling.prefix { $0 != "(" }) }
}
