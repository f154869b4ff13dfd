import WebImage

// Responses that are older than HTTP allows.
extension GetJob {
    /// The longest time to renew a picture that may also be used as it is.
    private static let renewalTime = Duration.seconds(30)

    /// Returns what the origin has in place of a stale response that did not wait for it.
    ///
    /// `stale-while-revalidate` lets a long-lived program show the old picture while it renews it.
    /// This process would end before that, so it renews first; if that fails, the old picture is the
    /// result.
    func renewing(
        _ response: ImageResponse, of request: ImageRequest, at index: Int
    ) async throws(ImageError) -> ImageResponse {
        guard response.isStale, response.staleReason == nil else { return response }
        var request = request
        request.cachePolicy = .refresh
        request.timeout = min(request.timeout ?? Self.renewalTime, Self.renewalTime)
        do throws(ImageError) {
            return try await load(request, at: index)
        } catch {
            if case .cancelled = error { throw error }
            // The origin has the picture no longer, or refuses it.
            if let status = error.status, (400...499).contains(status), status != 408,
                status != 429
            {
                throw error
            }
            var response = response
            response.staleReason = error
            return response
        }
    }

    /// Throws for a cached picture in place of the one that `--refresh` asks for.
    func check(_ response: ImageResponse) throws(SourceFailure) {
        guard options.cachePolicy == .refresh, !allowsStale, let error = response.staleReason
        else { return }
        var failure = SourceFailure(error)
        failure.reason += " (the cached picture was not used; --stale-ok allows it)"
        throw failure
    }
}
