import WebImageCaching
import WebImageLoading
import WebImageRuntime

extension ImageRequest {
    /// What the loader is asked for.
    func loadRequest(limits: LoadLimits) -> LoadRequest {
        var request = LoadRequest(
            source: source, method: method, headers: headers, body: body, options: options,
            limits: limits)
        request.attributes = attributes
        return request
    }
}

extension PreparedRequest {
    /// Whether this answer may go to the disk, if somebody wants it there.
    func isStorable(_ answer: LoadedBody) -> Bool {
        answer.origin == .network && request.source.isRemote && answer.head.status != 206
    }

    /// What its caller needs of work that is shared.
    func needs(previews: PreviewPolicy, isForPixels: Bool = false) -> WorkNeeds {
        WorkNeeds(
            priority: request.options[LoadPriority.self], keeping: plan.writes,
            previewInterval: previews.interval, isForPixels: isForPixels)
    }

    /// What its caller needs now and, where somebody steers it, later.
    func needsSource(previews: PreviewPolicy = .off, isForPixels: Bool = false) -> NeedsSource {
        let needs = needs(previews: previews, isForPixels: isForPixels)
        return request.control?.source(of: needs) ?? .constant(needs)
    }
}
