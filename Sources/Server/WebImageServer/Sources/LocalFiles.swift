#if Server
    import FoundationEssentials
    import WebImage

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// A loader of `local:///…`: files below one folder, with a tag of their size and time.
    struct LocalFiles: ImageLoader {
        private let root: String
        /// The mark before a query, which is cut; empty for none.
        private let queryMark: String

        init(root: String, queryMark: String) {
            self.root = Self.resolved(root) ?? root
            self.queryMark = queryMark
        }

        var identity: String? { "local(\(root))" }

        func load(_ request: LoadRequest) async throws -> LoadedBody {
            guard case .url(let text) = request.source else {
                throw LoadFailure(.refusedRequest, "local files have addresses local:///…")
            }
            let path = try path(of: text)
            let head = try Self.head(ofPath: path)
            var file = request
            file.source = .file(path)
            file.limits.networkPolicy = nil
            file.firstByteCount = nil
            if let tag = request.headers["If-None-Match"], EntityTags(tag).match(head["ETag"] ?? "")
            {
                var body = LoadedBody(
                    head: ResponseHead(url: text, status: 304, headers: head), origin: .file,
                    expectedByteCount: 0, chunks: BodyStream([]))
                body.comesAtOnce = true
                return body
            }
            let body = try await FileLoader().load(file)
            return LoadedBody(
                head: ResponseHead(url: text, status: 200, headers: head), origin: .file,
                expectedByteCount: body.expectedByteCount, chunks: body.chunks)
        }

        /// Returns the tag and date of a local file; nil for another address, and without a file.
        func head(of address: String) -> HeaderFields? {
            guard address.utf8.starts(with: "local:".utf8) else { return nil }
            return try? Self.head(ofPath: path(of: address))
        }

        private static func head(ofPath path: String) throws(LoadFailure) -> HeaderFields {
            var state = stat()
            guard stat(path, &state) == 0, state.st_mode & S_IFMT == S_IFREG else {
                throw LoadFailure(.fileNotFound, "there is no such local file")
            }
            let date = Date(timeIntervalSince1970: Double(state.st_mtim.tv_sec))
            let text = "\(path)\n\(state.st_size)\n\(date.timeIntervalSince1970)"
            return [
                "ETag": "\"\(SHA256.hexDigest(of: Array(text.utf8)).prefix(40))\"",
                "Last-Modified": HTTPDate.text(of: date), "Cache-Control": "no-cache",
            ]
        }

        /// Returns the path of an address, with links resolved; it is below the root.
        ///
        /// Bytes are compared, since Swift takes a slash and a mark after it for one character.
        private func path(of address: String) throws(LoadFailure) -> String {
            let bytes = Array(address.utf8)
            guard bytes.starts(with: "local:///".utf8) else {
                throw LoadFailure(.fileNotFound, "a local file has no host: local:///path")
            }
            var rest = bytes[9...]
            let mark = Array(queryMark.utf8)
            if !mark.isEmpty, let range = rest.firstRange(of: mark) {
                rest = rest[..<range.lowerBound]
            }
            let path = Self.resolved("\(root)/\(Self.plain(rest))")
            guard !rest.contains(0), let path, path.utf8.starts(with: "\(root)/".utf8) else {
                throw LoadFailure(.fileNotFound, "there is no such local file")
            }
            return path
        }

        /// Returns a path whose dots stay below its beginning.
        private static func plain(_ path: ArraySlice<UInt8>) -> String {
            var parts: [ArraySlice<UInt8>] = []
            for part in path.split(separator: UInt8(ascii: "/")) where !part.elementsEqual([46]) {
                if part.elementsEqual([46, 46]) { _ = parts.popLast() } else { parts.append(part) }
            }
            return String(
                decoding: Array(parts.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self)
        }

        private static func resolved(_ path: String) -> String? {
            let resolved = URL(filePath: path).resolvingSymlinksInPath().path
            return FileManager.default.fileExists(atPath: resolved) ? resolved : nil
        }

        /// Returns `true` if there is a folder of that path.
        static func isFolder(_ path: String) -> Bool {
            var state = stat()
            return stat(path, &state) == 0 && state.st_mode & S_IFMT == S_IFDIR
        }
    }
#endif
