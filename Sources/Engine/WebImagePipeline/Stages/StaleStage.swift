import WebImageCaching
import WebImageLoading
import WebImageRuntime

/// The renewals after stale responses, by the key of the load that found these.
package typealias RenewalTable = BackgroundRefreshTable<
    LoadKey, Result<PipelineResponse, ImageError>
>

/// stale: the image that stands in for a failed origin, and the renewal after a stale response.
struct StaleStage: Sendable {
    let stages: Stages

    /// Returns the freshness of what the caches have, with a response or without, if it may stand
    /// in for an origin that failed like this; else nil.
    func freshness(
        of cached: CachedContent, standingInFor error: ImageError, for request: PreparedRequest
    ) -> Freshness? {
        let rule = stages.freshness
        let found =
            cached.response.map { rule.judge($0, for: request) }
            ?? cached.data.map { rule.judge($0, for: request) }
            ?? cached.image.map { rule.judge($0, for: request) }
        guard error.isOutage, let found else { return nil }
        let limit = request.options.staleIfError
        let mayStandIn =
            switch found {
            case .fresh: limit != nil
            case .stale(let staleness): staleness.mayStandIn(within: limit)
            case .unusable: false
            }
        return mayStandIn ? found : nil
    }

    /// Returns `true` if a cached image is shown first, whatever its age.
    func showsFirst(_ request: PreparedRequest) -> Bool {
        request.plan.policy == .cachedFirst && stages.settings.cacheMode == .private
    }

    /// Returns the load that follows the response of a stale image, which its origin confirms or
    /// replaces.
    ///
    /// All callers share it, and none cancels it. It yields to the loads that callers wait for.
    ///
    /// - Returns: Nil if one ended that began less than ten seconds ago, or if there are too many.
    @discardableResult
    func renew(
        _ request: PreparedRequest
    ) -> Task<Result<PipelineResponse, ImageError>, Never>? {
        guard let background = stages.settings.background else { return nil }
        let showsFirst = showsFirst(request)
        // Without the table, which cancels this work when it is freed: the work must not keep it
        // alive.
        var settings = stages.settings
        settings.background = nil
        let call = ImageCall(
            stages: Stages(settings, stages.shared),
            request: request.renewing(showsFirst: showsFirst), listener: nil)
        return background.run(
            LoadKey(image: request, pipeline: settings.identity), every: .seconds(10),
            at: settings.time()
        ) {
            do throws(ImageError) {
                let found = call.stages.memory.image(for: call.request)
                return .success(try await call.load(confirming: found))
            } catch {
                if showsFirst, error.withdrawsImage { await call.forget() }
                return .failure(error)
            }
        }
    }
}

extension PreparedRequest {
    /// The request with `normal` in place of `cachedFirst`, for results that cannot state their
    /// age.
    var confirmed: PreparedRequest {
        plan.policy == .cachedFirst ? with { $0.cachePolicy = .normal } : self
    }

    /// Returns the request that renews the stale image of this one.
    fileprivate func renewing(showsFirst: Bool) -> PreparedRequest {
        with { request in
            request.cachePolicy = .refresh
            request.priority = .low
            request.control = nil
            // An image that was shown first stands in whatever its age, and its caller wants the
            // bytes.
            if showsFirst {
                request.staleIfError = nil
            } else {
                request.keepsEncodedBytes = false
            }
        }
    }
}

extension ImageError {
    /// `true` if the origin refused an image, or has it no longer.
    var withdrawsImage: Bool {
        if case .input(_, let cause) = self { return cause.withdrawsImage }
        guard case .load(let failure) = self, case .status(let code) = failure.kind else {
            return false
        }
        return [401, 403, 404, 410].contains(failure.originalHead?.status ?? code)
    }

    /// `true` if the origin could not respond; `false` if it refused to.
    ///
    /// Errors of interceptors, undecodable bytes, every status outside 400 to 499, and 408 and 429
    /// count as outages.
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
