#if Server
    import WebImage
    import WebImageSandbox
    import WebImageURLs

    // The words at the start.
    extension ServerSettings {
        /// Returns the lines by which a log tells the settings that decide what clients get; no secret is in them.
        func told(of grammar: any URLGrammar) -> [String] {
            let (isSigned, allowed, warnings) = Self.rules(of: grammar)
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
            ] + Self.ignored(grammar.ignoredOptions) + (redis.map { ["shared: \($0)"] } ?? [])
                + warnings.map { "warning: \($0)" }
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

        private static func ignored(_ options: [String]) -> [String] {
            options.isEmpty ? [] : ["options without effect: \(options.joined(separator: ", "))"]
        }

        /// Returns `true` if all addresses are signed, the allowed sources in words, none of which allow all, and
        /// sentences on sources that are allowed though no setting names their host.
        private static func rules(of grammar: any URLGrammar) -> (Bool, [String], [String]) {
            switch grammar {
            case let grammar as ImgproxyGrammar:
                let sources = grammar.allowedSources
                let beginnings = grammar.replacements.map {
                    SourcePattern(beginning: $0.replacement)
                }
                let warnings =
                    sources.compactMap(\.warning).map { "IMGPROXY_ALLOWED_SOURCES: \($0)" }
                    + beginnings.compactMap(\.warning).map { "IMGPROXY_URL_REPLACEMENTS: \($0)" }
                return (!grammar.keys.isEmpty, sources.map(\.meaning), warnings)
            case let grammar as ThumborGrammar:
                let warnings = grammar.warnings.map { "THUMBOR_ALLOWED_SOURCES: \($0)" }
                return (!grammar.allowsUnsafe, grammar.allowedMeanings, warnings)
            case let grammar as WebImageGrammar:
                return (!grammar.keys.isEmpty, grammar.allowedSources.map(\.meaning), [])
            default: return (false, [], [])
            }
        }

        private static func list(_ meanings: [String]) -> String {
            meanings.isEmpty ? "all" : meanings.joined(separator: ", ")
        }
    }
#endif
