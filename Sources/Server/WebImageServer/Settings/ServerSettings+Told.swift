#if Server
    import WebImage
    import WebImageSandbox
    import WebImageURLs

    // The words at the start.
    extension ServerSettings {
        /// Returns the lines by which a log tells the settings that decide what clients get; no secret is in them.
        func told(of grammar: any URLGrammar) -> [String] {
            let access = grammar.access
            var addresses = ["addresses of \(answers.name)"]
            if let access {
                let word = access.requiresSignatures ? "" : "not "
                addresses[0] += ": signatures are \(word)required"
            }
            if secret != nil { addresses.append("the secret is required") }
            var sources = access.map { Self.list($0.sources) } ?? "those of the grammar"
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
                addresses.joined(separator: ", "),
                "sources: \(sources)",
                "cache: \(disk ?? "none on disk"); in memory at most \(memoryByteCount) bytes",
                "decoding: \(processes)",
                "clients: each at most \(maxClientConnections) connections; named by proxies at "
                    + (proxies.isEmpty ? "no address" : proxies),
                toldMemory,
            ] + Self.ignored(grammar.ignoredOptions) + (redis.map { ["shared: \($0)"] } ?? [])
                + ((access?.warnings ?? []) + laxity).map { "warning: \($0)" }
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

        private static func list(_ meanings: [String]) -> String {
            meanings.isEmpty ? "all" : meanings.joined(separator: ", ")
        }
    }
#endif
