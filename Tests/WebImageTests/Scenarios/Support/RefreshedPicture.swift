#if HTTP && PNG
    import Foundation
    import WebImage
    import WebImageTesting

    /// An origin's metadata of a picture, and its replies to conditional requests.
    struct RefreshedPicture: Sendable {
        let bytes: [UInt8]
        var tag: String?
        var modified: String?
        var cacheControl = "max-age=60"
        /// `true` if matching conditions are answered with 304.
        var knowsConditions = true
        var extra: [(String, String)] = []

        init(_ job: Job, tag: String? = "\"1\"") {
            bytes = job.bytes.withUnsafeBytes { Array($0) }
            self.tag = tag
        }

        /// Returns the reply to a request.
        func reply(to request: OriginRequest) -> OriginReply {
            let isKnown =
                tag.map { request["If-None-Match"] == $0 } ?? modified.map {
                    request["If-Modified-Since"] == $0
                } ?? false
            var headers = [("Content-Type", "image/png"), ("Cache-Control", cacheControl)] + extra
            if let tag { headers.append(("ETag", tag)) }
            if let modified { headers.append(("Last-Modified", modified)) }
            return isKnown && knowsConditions
                ? OriginReply(status: 304, headers: headers)
                : OriginReply(headers: headers, body: bytes)
        }
    }

    extension Job {
        /// Returns a request that always contacts the origin.
        func refresh(_ path: String) -> ImageRequest {
            var request = request(path)
            request.cachePolicy = .refresh
            return request
        }

        /// The files of the caches by path and inode number: a rewritten file has another number.
        var entries: [String: UInt64] {
            let names = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String]
            return (names ?? []).filter { $0.hasSuffix(".entry") }.reduce(into: [:]) {
                entries, name in
                let file = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
                entries[name] = (file?[.systemFileNumber] as? NSNumber)?.uint64Value
            }
        }
    }

    extension ImagePipeline {
        /// Returns the updates in words: `cached memory`, `finished memory unchanged`, ….
        func words(for request: ImageRequest) async -> [String] {
            var words: [String] = []
            for await update in updates(for: request) {
                switch update {
                case .cached(let response): words.append("cached \(response.origin)")
                case .finished(.success(let response)):
                    words.append(
                        "finished \(response.origin)" + (response.unchanged ? " unchanged" : "")
                            + (response.staleReason == nil ? "" : " stale"))
                case .finished(.failure(let error)): words.append("failed \(error.stage)")
                default: break
                }
            }
            return words
        }
    }

    extension OriginServer {
        /// Returns the values of a field in all requests of a path, in order.
        func sent(_ name: String, to path: String) -> [String?] {
            requests.filter { $0.path == path }.map { $0[name] }
        }
    }
#endif
