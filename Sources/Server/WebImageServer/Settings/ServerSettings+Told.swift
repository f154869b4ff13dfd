#if Server
    import WebImage
    import WebImageSandbox
    import WebImageURLs

    // The words at the start.
    extension ServerSettings {
        /// Returns the lines by which a log reports the settings that decide what clients get; no
        /// secret is in them.
        func told(of grammar: any URLGrammar) -> [String] {
            let access = grammar.access
            var addresses = "addresses of \(answers.name)"
            if let access {
                addresses += ": signatures are \(access.requiresSignatures ? "" : "not ")required"
            }
            if secret != nil { addresses += ", the secret is required" }
            let disk = cacheFolder.map {
                "\($0.printable), at most \(cacheByteCount) bytes of sources and as many of results"
            }
            let proxies = trustedProxies.map(\.description).joined(separator: ", ")
            let budget = PipelineLimits(memoryBudget: workByteCount).memoryBudget
            var lines = [
                addresses, "sources: \(toldSources(access))",
                "cache: \(disk ?? "none on disk"); in memory at most \(memoryByteCount) bytes",
                "decoding: \(processes)",
                "clients: each at most \(maxClientConnections) connections; named by proxies at "
                    + (proxies.isEmpty ? "no address" : proxies),
                "memory for pictures: \(budget) bytes (WEBIMAGE_WORK_BYTES); "
                    + "one picture may take \(DecodeLimits.product(budget, 2)) bytes",
            ]
            let ignored = grammar.ignoredOptions
            if !ignored.isEmpty {
                lines.append("options without effect: \(ignored.joined(separator: ", "))")
            }
            if let redis { lines.append("shared: \(redis)") }
            return lines + ((access?.warnings ?? []) + laxity).map { "warning: \($0)" }
        }

        private func toldSources(_ access: GrammarAccess?) -> String {
            let meanings = access?.sources ?? ["as the grammar allows"]
            var words = meanings.isEmpty ? "all" : meanings.joined(separator: ", ")
            if sources.allowsPrivate { words += "; private networks are allowed" }
            if sources.allowsLoopback { words += "; this machine is allowed" }
            if let root = sources.localRoot { words += "; local files of \(root.printable)" }
            if let store = sources.store {
                words += "; objects of S3 at \((store.endpoint ?? "AWS").printable)"
            }
            return words
        }

        /// Sentences on settings by which less is checked than usual.
        private var laxity: [String] {
            let trusts = "IMGPROXY_IGNORE_SSL_VERIFICATION: no certificate of a source is checked"
            let passes = "IMGPROXY_SANITIZE_SVG: SVG passes as it came, with its scripts and links"
            return (sources.trustsAnyCertificate ? [trusts] : [])
                + (encoding.sanitizesSVG ? [] : [passes])
        }

        private var processes: String {
            guard isSandboxed else { return "in the server itself, without a sandbox" }
            return switch isolation {
            case .perSource: "each source in separate processes, without rights"
            case .shared: "in processes without rights, which sources share"
            }
        }
    }
#endif
