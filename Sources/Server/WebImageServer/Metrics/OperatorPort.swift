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
            if let malformed = MalformedRequest(rawValue: request.head.path ?? "") {
                return Self.plain(400, malformed.reason)
            }
            switch request.method.rawValue {
            case "GET", "HEAD":
                let path = (request.head.path ?? "").prefix { $0 != "?" }
                return path == "/metrics" ? metrics : Self.plain(404, "expected /metrics")
            case "DELETE", "PURGE": break
            default:
                var answer = Self.plain(405, "expected GET, HEAD, DELETE or PURGE")
                answer.fields["Allow"] = "GET, HEAD, DELETE, PURGE"
                return answer
            }
            guard core.admits(request.headers[values: .authorization]) else {
                return Self.plain(403, "the secret is missing or wrong")
            }
            let (path, head) = (request.head.path ?? "", "/sources/")
            guard path.hasPrefix(head),
                let source = PercentCoding.decode(
                    path.utf8.dropFirst(head.utf8.count), isStrict: true),
                let address = String(validating: source, as: UTF8.self)
            else { return Self.plain(404, "expected /sources/ and a source, as %xx") }
            return await removal(of: address)
        }

        private func removal(of address: String) async -> Answer {
            do throws(ImageError) {
                let count = try await core.removal.remove(address)
                var answer = Answer(
                    status: 200, body: .text(JSONText.object([("removed", String(count))])))
                answer.fields["Content-Type"] = "application/json"
                return answer
            } catch {
                if case .request(let reason) = error { return Self.plain(400, reason) }
                return Self.plain(500, error.reason)
            }
        }

        private var metrics: Answer {
            guard let metrics = core.prometheus else {
                return Self.plain(404, "the program has another factory of metrics")
            }
            var answer = Answer(status: 200, body: .text(metrics.text))
            answer.fields["Content-Type"] = "text/plain; version=0.0.4; charset=utf-8"
            return answer
        }

        private static func plain(_ status: Int, _ text: String) -> Answer {
            var answer = Answer(status: status, body: .text(text + "\n"))
            answer.fields["Content-Type"] = "text/plain; charset=utf-8"
            return answer
        }
    }
#endif
