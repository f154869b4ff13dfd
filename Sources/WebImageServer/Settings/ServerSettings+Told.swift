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
                + (warnings + laxity).map { "warning: \($0)" }
        }

        /// Sentences on settings by which less is checked than usual.
        private var laxity: [String] {
            var words: [String] = []
            if sources.trustsAnyCertificate {
                words.append(
                    "IMGPROXY_IGNORE_SSL_VERIFICATION: no certificate of a source is checked")
            }
            if !encoding.sanitizesSVG {
                words.append(
                    "IMGPROXY_SANITIZE_SVG: SVG passes as it came, with its scripts and links")
            }
            return words
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
                let beginnings = grammar.replacements.map {
                    SourcePattern(beginning: $0.replacement)
                }
                let warnings =
                    words(on: grammar.allowedSources)
                    + beginnings.compactMap(\.warning).map { "IMGPROXY_URL_REPLACEMENTS: \($0)" }
                return (!grammar.keys.isEmpty, grammar.allowedSources.map(\.meaning), warnings)
            case let grammar as ThumborGrammar:
                let beginnings = grammar.allowedBeginnings
                let warnings = grammar.warnings.map { "allowed sources: \($0)" }
                return (
                    !grammar.allowsUnsafe, grammar.allowedMeanings + beginnings.map(\.meaning),
                    warnings + words(on: beginnings)
                )
            case let grammar as WebImageGrammar:
                let sources = grammar.allowedSources
                return (!grammar.keys.isEmpty, sources.map(\.meaning), words(on: sources))
            default: return (false, [], [])
            }
        }

        /// Returns the warnings of patterns, whose text shows the variable or flag that they are of.
        private static func words(on patterns: [SourcePattern]) -> [String] {
            patterns.compactMap(\.warning).map { "allowed sources: \($0)" }
        }

        private static func list(_ meanings: [String]) -> String {
            meanings.isEmpty ? "all" : meanings.joined(separator: ", ")
        }
    }
#endif
