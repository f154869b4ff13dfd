extension ImageRequest {
    /// What the loader is asked for.
    func loadRequest(limits: LoadLimits) -> LoadRequest {
        LoadRequest(
            source: source, method: method, headers: headers, body: body, options: options,
            limits: limits)
    }
}

extension ImageSource {
    /// Whether the bytes come over a network, so that keeping them on disk is worth it.
    var isRemote: Bool { host != nil }

    /// Scheme, host and port of an http(s) URL: what transfers are counted by; nil for others.
    var host: String? {
        guard case .url(let text) = self else { return nil }
        let url = text.prefix { $0 != "?" && $0 != "#" }.lowercased()
        guard url.hasPrefix("http://") || url.hasPrefix("https://") else { return nil }
        let parts = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        guard parts.count >= 2 else { return nil }
        let authority = parts[1].split(separator: "@").last ?? ""
        return "\(parts[0])//\(authority)"
    }
}

extension PreparedRequest {
    /// Whether this answer to this request may go to the disk at all.
    func isStorable(_ answer: LoadedBody) -> Bool {
        answer.origin == .network && request.source.isRemote && answer.head.status != 206
            && request.options[StorePolicy.self].reachesDisk
            && request.options[CachePolicy.self] != .bypass
    }
}
