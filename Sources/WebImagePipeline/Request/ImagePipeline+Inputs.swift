import WebImageLoading

// The requests of the pictures that transforms need besides.
extension ImagePipeline {
    /// The most inputs of a request.
    package static var mostInputs: Int { 4 }

    /// Returns the inputs of a completed request with their keys; nil if the source of one must be read
    /// for them.
    func inputsAtOnce(of request: ImageRequest) throws(ImageError) -> [PreparedRequest]? {
        // Mostly there are none, and nothing is allocated.
        guard request.hasInputs else { return [] }
        var prepared: [PreparedRequest] = []
        for (transform, input) in try completedInputs(of: request) {
            do throws(ImageError) {
                guard let input = try prepareAtOnce(completed: input) else { return nil }
                prepared.append(input)
            } catch {
                throw .input(transform: transform, cause: error)
            }
        }
        return prepared
    }

    /// Returns the inputs of a completed request with their keys, for which their sources are read.
    func inputs(of request: ImageRequest) async throws(ImageError) -> [PreparedRequest] {
        guard request.hasInputs else { return [] }
        var prepared: [PreparedRequest] = []
        for (transform, input) in try completedInputs(of: request) {
            do throws(ImageError) {
                prepared.append(try await prepare(completed: input))
            } catch {
                throw .input(transform: transform, cause: error)
            }
        }
        return prepared
    }

    /// Returns the inputs with the pipeline's defaults, each after the name of its transform.
    ///
    /// They are not rewritten: a function that adds an input to every request would never end. They get no
    /// header fields, interceptors or permissions of the request, since their URLs may come from
    /// elsewhere.
    private func completedInputs(
        of request: ImageRequest
    ) throws(ImageError) -> [(transform: String, request: ImageRequest)] {
        let inputs = request.transforms.flatMap { transform in
            transform.inputs.map { (transform: transform.name, request: $0) }
        }
        guard inputs.count <= Self.mostInputs else {
            throw .request(
                "expected at most \(Self.mostInputs) inputs of transforms, found \(inputs.count)")
        }
        return try inputs.map { input throws(ImageError) in
            guard !input.request.hasInputs else {
                throw .input(
                    transform: input.transform,
                    cause: .request("expected transforms without inputs, found one with some"))
            }
            var completed = input.request
            completed.options = completed.options.over(defaults)
            return (input.transform, completed)
        }
    }
}

extension ImageRequest {
    /// `true` if a transform needs another picture.
    var hasInputs: Bool {
        transforms.indices.contains { !transforms[$0].inputs.isEmpty }
    }
}

extension ImageTransform {
    /// The part of the spelling before the arguments, for errors.
    var name: String { String(spelling.prefix { $0 != "(" }) }
}
