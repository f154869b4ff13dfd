#if Server
    import WebImage
    import WebImageURLs

    // The statuses and texts of faults.
    extension AnswerRules {
        /// Returns the answer to a fault.
        func answer(to fault: ServerFault) -> Answer {
            let status = status(of: fault.kind)
            var answer = Answer(status: status, fault: fault)
            if case .full(let seconds) = fault.kind {
                answer.fields["Retry-After"] = String(seconds)
            }
            if fault.kind == .late { answer.fields["Retry-After"] = "1" }
            if fault.kind == .method { answer.fields["Allow"] = "GET, HEAD, OPTIONS" }
            let title = text(of: fault.kind)
            guard manner == .webImage else {
                answer.fields["Content-Type"] = "text/plain; charset=utf-8"
                answer.body = .text(tellsReasons ? "\(title): \(fault.reason)" : title)
                return answer
            }
            // Caches may keep an error for as long as a client that asks again should wait.
            answer.fields["Cache-Control"] =
                status < 500 && status != 429 ? "max-age=10" : "no-store"
            answer.fields["Content-Type"] = "application/problem+json"
            var members = [("title", JSONText.string(title)), ("status", String(status))]
            if let detail = detail(of: fault) {
                members.append(("detail", JSONText.string(detail)))
            }
            answer.body = .text(JSONText.object(members))
            return answer
        }

        /// Returns the reason that a client may read: that of its own request, or any if all may be told.
        private func detail(of fault: ServerFault) -> String? {
            switch fault.kind {
            case .malformed, .route, .method, .secret, .full: fault.reason
            case .address, .tooLong, .limit, .noPicture, .broken, .format: fault.reason
            // The reason names the address behind a name, which may be one of a private network.
            case .refusedAddress where !tellsReasons: "the host of the source is not allowed"
            default: tellsReasons ? fault.reason : nil
            }
        }

        private func status(of kind: ServerFault.Kind) -> Int {
            switch kind {
            case .notModified: 304
            case .malformed: 400
            case .secret: 403
            case .late: 503
            case .gone: 499
            case .full: 429
            case .slowOrigin: 504
            case .server: 500
            case .input(let isSlow): isSlow ? 504 : 502
            case .method: manner == .imgproxy ? 404 : 405
            case .route: manner == .thumbor ? 400 : 404
            case .address(let kind): status(ofAddress: kind)
            case .refusedAddress: manner == .webImage ? 403 : manner == .imgproxy ? 404 : 400
            case .unreachable: manner == .webImage ? 502 : 404
            case .status(let code): status(ofOrigin: code)
            case .empty: manner == .thumbor ? 502 : 422
            case .incomplete: manner == .imgproxy ? 422 : manner == .thumbor ? 404 : 502
            case .noPicture, .tooLong, .limit, .broken, .format: manner == .thumbor ? 400 : 422
            }
        }

        private func status(ofAddress kind: URLFault.Kind) -> Int {
            switch manner {
            case .thumbor: return 400
            case .imgproxy: return kind == .signature || kind == .forbiddenOption ? 403 : 404
            case .webImage: break
            }
            return switch kind {
            case .path, .source, .option: 400
            case .signature, .forbiddenOption, .forbiddenSource: 403
            case .expired: 410
            }
        }

        private func status(ofOrigin code: Int) -> Int {
            switch code {
            case _ where manner == .thumbor: 404
            case 400...499: code
            case 500...599: 502
            default: manner == .webImage ? 502 : 404
            }
        }

        private func text(of kind: ServerFault.Kind) -> String {
            switch kind {
            case .malformed: "Bad request"
            case .method where manner == .webImage: "Method not allowed"
            case .route, .method: "Not found"
            case .secret, .address(.signature): "Forbidden"
            case .address(.forbiddenSource), .refusedAddress: "Invalid source URL"
            case .address, .format: "Invalid URL"
            case .unreachable, .status: "Source is unreachable"
            case .slowOrigin: "Source is too slow"
            case .input: "Watermark is unreachable"
            case .incomplete: "Source response is incomplete"
            case .noPicture, .tooLong, .limit, .empty: "Invalid source image"
            case .broken: "Broken or unsupported image"
            case .late: "Timeout"
            case .gone: "Cancelled"
            case .full: "Too many requests"
            case .notModified: "Not modified"
            case .server: "Internal error"
            }
        }
    }
#endif
