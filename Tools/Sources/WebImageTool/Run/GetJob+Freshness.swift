import WebImage

// Responses that are older than HTTP allows.
extension GetJob {
    /// Throws for a cached picture in place of the one that `--refresh` asks for.
    func check(_ response: ImageResponse) throws(SourceFailure) {
        guard options.cachePolicy == .refresh, !allowsStale, let error = response.staleReason
        else { return }
        var failure = SourceFailure(error)
        failure.reason += " (the cached picture was not used; --stale-ok allows it)"
        throw failure
    }
}
