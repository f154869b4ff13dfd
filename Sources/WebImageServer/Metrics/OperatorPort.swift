#if Server
    import HTTPTypes
    import Hummingbird
    import HummingbirdCore
    import WebImage

    /// The answers on a port that operators alone reach: metrics, and the removal of what is kept of a source.
    struct OperatorPort: Sendable {
        let core: ServerCore

        /// Answers `GET` of `/metrics` by the metrics, and `DELETE` or `PURGE` of `/sources/` and a source, with each byte
        /// that a path has not as `%xx`, by the number of files that were removed.
        func answer(to request: Request) async -> Answer {
            let (path, head) = (request.head.path ?? "", "/sources/")
            if let malformed = MalformedRequest(rawValue: path) {
                return Answer(400, malformed.reason + "\n")
            }
            switch request.method.rawValue {
            case "GET", "HEAD":
                return path.prefix { $0 != "?" } == "/metrics"
                    ? metrics : Answer(404, "expected /metrics\n")
            case "DELETE", "PURGE": break
            default:
                var answer = Answer(405, "expected GET, HEAD, DELETE or PURGE\n")
                answer.fields["Allow"] = "GET, HEAD, DELETE, PURGE"
                return answer
            }
            guard core.admits(request.headers[values: .authorization]) else {
                return Answer(403, "the secret is missing or wrong\n")
            }
            guard path.hasPrefix(head),
                let source = PercentCoding.decode(
                    path.utf8.dropFirst(head.utf8.count), isStrict: true),
                let address = String(validating: source, as: UTF8.self)
            else { return Answer(404, "expected /sources/ and a source, as %xx\n") }
            do throws(ImageError) {
                let count = String(try await core.removal.remove(address))
                return Answer(200, JSONText.object([("removed", count)]), type: "application/json")
            } catch {
                if case .request(let reason) = error { return Answer(400, reason + "\n") }
                return Answer(500, error.reason + "\n")
            }
        }

        private var metrics: Answer {
            guard let metrics = core.prometheus else {
                return Answer(404, "the program has another factory of metrics\n")
            }
            return Answer(200, metrics.text, type: "text/plain; version=0.0.4; charset=utf-8")
        }
    }
#endif
