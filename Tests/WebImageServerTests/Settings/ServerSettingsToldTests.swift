#if Server
    import Testing
    import WebImage
    import WebImageSandbox
    import WebImageURLs

    @testable import WebImageServer

    /// The words of a start.
    struct ServerSettingsToldTests {
        private func lines(
            _ grammar: any URLGrammar = WebImageGrammar(),
            _ change: (inout ServerSettings) -> Void = { _ in }
        ) -> [String] {
            var settings = ServerSettings()
            change(&settings)
            return settings.told(of: grammar)
        }

        @Test func `addresses, signatures and the secret are told`() {
            #expect(lines()[0] == "addresses of webimage: signatures are not required")
            let signed = lines(WebImageGrammar(keys: [[1]])) { $0.secret = "geheim" }
            #expect(
                signed[0] == "addresses of webimage: signatures are required, "
                    + "the secret is required")
            #expect(!signed.contains { $0.contains("geheim") })
            let thumbor = lines(ThumborGrammar(key: "k")) { $0.answers = ThumborAnswers() }
            #expect(thumbor[0] == "addresses of thumbor: signatures are required")
        }

        @Test func `sources are told in words`() throws {
            #expect(lines()[1] == "sources: all")
            let grammar = WebImageGrammar(allowedSources: [SourcePattern("http://a.test/b/")])
            let told = lines(grammar) {
                ($0.sources.allowsPrivate, $0.sources.allowsLoopback) = (true, true)
                $0.sources.localRoot = "/pictures"
            }
            #expect(
                told[1] == "sources: addresses that begin with http://a.test/b/; private networks "
                    + "are allowed; this machine is allowed; local files of /pictures")
        }

        @Test func `what is not checked is warned of`() {
            #expect(!lines().contains { $0.hasPrefix("warning: ") })
            let warnings = lines {
                ($0.sources.trustsAnyCertificate, $0.encoding.sanitizesSVG) = (true, false)
            }.filter { $0.hasPrefix("warning: IMGPROXY_") }
            #expect(warnings.count == 2)
            let open = lines(WebImageGrammar(allowedSources: [SourcePattern("http://img*/")]))
            #expect(open.contains { $0.hasPrefix("warning: allowed sources: 'http") })
        }

        @Test(
            arguments: [
                (true, .perSource, "each source in separate processes, without rights"),
                (true, .shared, "in processes without rights, which sources share"),
                (false, .perSource, "in the server itself, without a sandbox"),
            ] as [(Bool, DecoderIsolation, String)])
        func `the place of decoding is told`(
            isSandboxed: Bool, isolation: DecoderIsolation, words: String
        ) {
            let told = lines { ($0.isSandboxed, $0.isolation) = (isSandboxed, isolation) }
            #expect(told.contains("decoding: \(words)"))
        }

        @Test func `caches, clients and memory are told with their bounds`() {
            let told = lines {
                ($0.cacheFolder, $0.trustedProxies) = (nil, [])
                ($0.memoryByteCount, $0.maxClientConnections) = (7, 9)
            }
            #expect(told.contains("cache: none on disk; in memory at most 7 bytes"))
            #expect(
                told.contains(
                    "clients: each at most 9 connections; named by proxies at no address"))
            #expect(told.contains { $0.contains("(WEBIMAGE_WORK_BYTES)") })
        }

        @Test func `options without effect are told in one line`() {
            #expect(!lines().contains { $0.hasPrefix("options without effect") })
            let told = lines(ImgproxyGrammar()).filter { $0.hasPrefix("options without effect: ") }
            #expect(told.count == 1 && told[0].contains("enforce_thumbnail"))
        }
    }
#endif
