#if HTTP
    import Testing
    import WebImageCaching
    import WebImageLoading
    import WebImagePipeline
    import WebImageTesting

    @testable import WebImageHTTP

    /// Proxies that the environment names.
    struct ProxyEnvironmentTests {
        private func proxy(
            _ url: String, _ environment: [String: String]
        ) throws -> HTTPSettings.Proxy? {
            try ProxyEnvironment(environment).proxy(for: HTTPAddress(url).origin)
        }

        private static let plain = HTTPSettings.Proxy.http(host: "proxy.example", port: 3128)

        @Test(
            arguments: [
                ("http://a.example/", ["http_proxy": "http://proxy.example:3128"], plain),
                ("https://a.example/", ["http_proxy": "http://proxy.example:3128"], nil),
                ("https://a.example/", ["HTTPS_PROXY": "proxy.example:3128/"], plain),
                (
                    "https://a.example/", ["https_proxy": "", "ALL_PROXY": "proxy.example:3128"],
                    plain
                ),
                ("http://a.example/", ["HTTP_PROXY": "proxy.example:3128"], plain),
                (
                    "http://a.example/",
                    ["HTTP_PROXY": "proxy.example:3128", "REQUEST_METHOD": "GET"], nil
                ),
                (
                    "http://a.example/",
                    ["http_proxy": "proxy.example:3128", "REQUEST_METHOD": "GET"], plain
                ),
                (
                    "http://a.example/", ["http_proxy": "http://me:a%40b%3Ac@proxy.example"],
                    .http(host: "proxy.example", port: 80, user: "me", password: "a@b:c")
                ),
                (
                    "http://a.example/", ["http_proxy": "http://[::1]:8080"],
                    .http(host: "::1", port: 8080)
                ),
                (
                    "http://a.example/", ["all_proxy": "socks5h://proxy.example"],
                    .socks(host: "proxy.example", port: 1080)
                ),
                (
                    "http://a.example/", ["all_proxy": "socks5://proxy.example:80"],
                    .socks(host: "proxy.example", port: 80)
                ),
                (
                    "http://a.example/", ["all_proxy": "socks5://me:pw@proxy.example"],
                    .socks(host: "proxy.example", port: 1080, user: "me", password: "pw")
                ),
                (
                    "http://a.example/", ["all_proxy": "socks4a://me@proxy.example"],
                    .socks4(host: "proxy.example", port: 1080, user: "me")
                ),
                (
                    "http://a.example/", ["http_proxy": "https://proxy.example"],
                    .https(host: "proxy.example", port: 443)
                ),
            ] as [(String, [String: String], HTTPSettings.Proxy?)])
        func `the environment names proxies by scheme`(
            url: String, environment: [String: String], expected: HTTPSettings.Proxy?
        ) throws {
            #expect(try proxy(url, environment.filter { !$0.value.isEmpty }) == expected)
        }

        @Test(arguments: [
            ("a.example", "a.example", true), ("b.a.example", "a.example", true),
            ("ba.example", "a.example", false), ("b.a.example", ".A.example, x", true),
            ("a.example", "x *.a.example", true), ("a.example", "*", true),
            ("a.example", "", false),
            ("127.0.0.1", "127.0.0.0/8", true), ("128.0.0.1", "127.0.0.0/8", false),
            ("[::1]", "::1", true), ("[::1]", "[::1]", true),
            ("a.example:8080", "a.example:8080", true),
            ("a.example", "a.example:8080", false), ("a.example", ",. ,", false),
            ("10.0.0.1", "0.1", false),
        ])
        func `no_proxy names hosts, domains, addresses and ports`(
            host: String, exceptions: String, isDirect: Bool
        ) throws {
            for name in ["no_proxy", "NO_PROXY"] {
                let found = try proxy(
                    "http://\(host)/", ["http_proxy": "proxy.example:3128", name: exceptions])
                #expect((found == nil) == isDirect)
            }
        }

        @Test(arguments: [
            "ftp://proxy.example", "http://", "http://:3128", "http://proxy.example:99999",
            "gopher://me:secret@proxy.example",
        ])
        func `a proxy that cannot be used is refused without its password`(text: String) throws {
            let failure = #expect(throws: LoadFailure.self) {
                try proxy("http://a.example/", ["http_proxy": text])
            }
            #expect(failure?.kind == .refusedRequest)
            #expect(failure?.reason.contains("secret") == false)
        }
    }
#endif
