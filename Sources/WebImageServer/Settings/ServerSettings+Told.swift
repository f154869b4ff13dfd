#if Server
    import WebImage
    import WebImageSandbox
    import WebImageURLs

    // The words at the start.
    extension ServerSettings {
        /// Returns the lines by which a log tells the settings that decide what clients get; no secret is in them.
        func told(of grammar: any URLGrammar) -> [String] {
            let (isSigned, allowed) = Self.rules(of: grammar)
            let signatures = isSigned ? "signatures are required" : "signatures are not required"
            let isGuarded = secret == nil ? "" : ", the secret is required"
            var sources = Self.list(allowed)
            if self.sources.allowsPrivate { sources += "; private networks are allowed" }
            if self.sources.allowsLoopback { sources += "; this machine is allowed" }
            if let root = self.sources.localRoot { sources += "; local files of \(root.printable)" }
            if let store = self.sources.store {
                sources += "; objects of S3 at \((store.endpoint ?? "AWS").printable)"
            }
            let disk = cacheFolder.map {
                "\($0.printable), at most \(cacheByteCount) bytes of sources and as many of results"
            }
            let proxies = trustedProxies.map(\.description).joined(separator: ", ")
            return [
                "addresses of \(answers.manner.name): \(signatures)\(isGuarded)",
                "sources: \(sources)",
                "cache: \(disk ?? "none on disk"); in memory at most \(memoryByteCount) bytes",
                "decoding: \(processes)",
                "clients: each at most \(maxClientConnections) connections; named by proxies at "
                    + (proxies.isEmpty ? "no address" : proxies),
                toldMemory,
            ] + (redis.map { ["shared: \($0)"] } ?? [])
        }

        private var processes: String {
            guard isSandboxed else { return "in the server itself, without a sandbox" }
            return switch isolation {
            case .perSource: "each source in processes of its own, without rights"
            case .shared: "in processes without rights, which sources share"
            }
        }

        /// The memory for pictures, and for one of them.
        private var toldMemory: String {
            let budget = PipelineLimits(memoryBudget: workByteCount).memoryBudget
            return "memory for pictures: \(budget) bytes (WEBIMAGE_WORK_BYTES); "
                + "one picture may take \(DecodeLimits.product(budget, 2)) bytes"
        }

        /// Returns `true` if all addresses are signed, and the texts of allowed sources; none allows all.
        private static func rules(of grammar: any URLGrammar) -> (Bool, [String]) {
            switch grammar {
            case let grammar as ImgproxyGrammar:
                (!grammar.keys.isEmpty, grammar.allowedSources.map(\.text))
            case let grammar as ThumborGrammar:
                (!grammar.allowsUnsafe, grammar.allowedTexts)
            case let grammar as WebImageGrammar:
                (!grammar.keys.isEmpty, grammar.allowedSources.map(\.text))
            default: (false, [])
            }
        }

        private static func list(_ texts: [String]) -> String {
            guard !texts.isEmpty else { return "all" }
            let rest = texts.count - 8
            return texts.prefix(8).map { SecretMask.masked($0.printable) }.joined(separator: ", ")
                + (rest > 0 ? " and \(rest) more" : "")
        }
    }
#endif
