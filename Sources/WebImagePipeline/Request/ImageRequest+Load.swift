import WebImageCaching
import WebImageLoading
import WebImageRuntime

extension ImageRequest {
    /// Returns the request for the loader.
    func loadRequest(limits: LoadLimits) -> LoadRequest {
        var request = LoadRequest(
            source: source, method: method, headers: headers, body: body, options: options,
            limits: limits)
        request.attributes = attributes
        return request
    }
}

extension PreparedRequest {
    /// Returns `true` if a response may be stored on disk.
    func isStorable(_ response: LoadedBody) -> Bool {
        response.origin == .network && request.source.isRemote && response.head.status != 206
    }

    /// Returns the needs of its caller, which change if it has a ``LoadControl``.
    func needs(previews: PreviewPolicy = .off) -> Needs {
        let needs = WorkNeeds(
            priority: request.priority, keeping: plan.writes, previewInterval: previews.interval)
        return request.control?.needs(from: needs) ?? Needs(needs)
    }
}
