import WebImageCaching
import WebImageLoading
import WebImageRuntime

/// stale: the image that stands in for a failed origin, and the revalidation behind a stale response.
struct StaleStage: Sendable {
    let stages: Stages

    /// Returns `true` if a stored response may stand in for an origin that failed like this.
    func mayStandIn(
        _ stored: StoredResponse?, for error: ImageError, _ request: PreparedRequest
    ) -> Bool {
        guard error.isOutage, let stored else { return false }
        return mayStandIn(stages.freshness.judge(stored, request), request)
    }

    /// Returns `true` if bytes on disk, with a response or without, may stand in for an origin that
    /// failed like this.
    func mayStandIn(
        _ data: LoadedData, for error: ImageError, _ request: PreparedRequest
    ) -> Bool {
        error.isOutage && mayStandIn(stages.freshness.judge(data, request), request)
    }

    private func mayStandIn(_ freshness: Freshness, _ request: PreparedRequest) -> Bool {
        let limit = request.options.staleIfError
        switch freshness {
        case .fresh: return limit != nil
        case .stale(let staleness): return staleness.mayStandIn(within: limit)
        case .unusable: return false
        }
    }

    /// Asks the origin in the background whether a stale image that just answered is still good.
    func revalidate(_ request: PreparedRequest) {
        guard let background = stages.settings.background else { return }
        var request = request
        request.request.cachePolicy = .refresh
        request.request.keepsEncodedBytes = false
        // Without the table, which cancels this work when it is freed: the work must not keep it alive.
        var settings = stages.settings
        settings.background = nil
        let call = ImageCall(
            stages: Stages(settings, stages.shared), request: request, listener: nil)
        background.run(LoadKey(image: request, pipeline: settings.identity)) {
            // A failure is reported to the next caller; none waits for this load.
            _ = try? await call.load(bringsBytes: false)
        }
    }
}

extension ImageError {
    /// `true` if the origin could not respond; `false` if it refused to.
    ///
    /// Errors of interceptors, undecodable bytes, every status outside 400 to 499, and 408 and 429 count
    /// as outages.
    fileprivate var isOutage: Bool {
        switch self {
        case .decode: true
        case .remembered(_, let cause): cause.isOutage
        case .load(let failure):
            switch failure.kind {
            case .status(let code):
                // The origin's own status counts, not what a filter made of it.
                Self.isOutage(failure.originalHead?.status ?? code)
            case .notModified: false
            default: true
            }
        default: false
        }
    }

    private static func isOutage(_ status: Int) -> Bool {
        !(400...499).contains(status) || status == 408 || status == 429
    }
}
