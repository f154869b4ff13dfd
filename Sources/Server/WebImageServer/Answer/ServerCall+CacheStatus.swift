#if Server
    import FoundationEssentials
    import WebImage
    import WebImageURLs

    // The part that the cache had in a response (RFC 9211).
    extension ServerCall {
        /// The name of this cache.
        static let cacheName = "webimage-server"

        /// Returns the field of a file that was found or made.
        static func cacheStatus(of file: ImageFile, at now: Date) -> String {
            if file.staleReason != nil { return "\(cacheName); hit; detail=stale-if-error" }
            switch file.origin {
            case .memory, .disk:
                if file.unchanged {
                    return "\(cacheName); fwd=stale; fwd-status=304; detail=\(file.origin)"
                }
                let left = file.freshness(at: now).map { "; ttl=\(Int($0 / .seconds(1)))" } ?? ""
                return "\(cacheName); hit\(left); detail=\(file.origin)"
            case .network, .file:
                return "\(cacheName); fwd="
                    + (file.unchanged ? "stale; fwd-status=200" : "uri-miss")
            }
        }

        /// Adds to the field of a new file that a cache has it now, as the next request would find it.
        func addStored(
            _ file: ImageFile, by picture: PictureRequest, _ plan: ImagePlan,
            to answer: inout Answer
        ) async {
            guard file.origin == .network || file.origin == .file, file.staleReason == nil,
                let status = answer.fields["Cache-Status"], file.mayBeKept(in: .shared),
                await picture.isKept(by: pipeline(for: plan))
            else { return }
            answer.fields["Cache-Status"] = status + "; stored"
        }
    }
#endif
