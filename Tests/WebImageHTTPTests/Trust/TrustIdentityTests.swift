#if HTTP
    import Foundation
    import TestSupport
    import Testing
    import WebImageLoading

    @testable import WebImageHTTP

    /// The name of a transport in keys.
    struct TrustIdentityTests {
        private func identity(
            _ settings: HTTPSettings, _ environment: [String: String] = [:]
        ) -> String? {
            CurlTransport(settings, isShared: false, environment: environment).identity
        }

        /// Runs a test with a file.
        private func withFile<Result>(
            _ text: String, _ body: (String) throws -> Result
        ) throws -> Result {
            let path = "/tmp/webimage-trust-\(UInt64.random(in: 0 ... .max)).pem"
            try Data(text.utf8).write(to: URL(filePath: path))
            defer { try? FileManager.default.removeItem(atPath: path) }
            return try body(path)
        }

        @Test(arguments: [
            [:], ["SSL_CERT_FILE": ""], ["HOME": "/root", "https_proxy": "http://proxy:1"],
            ["SSL_CERT_FILE": "/etc/ssl/certs/ca-certificates.crt"],
            ["SSL_CERT_DIR": "/etc/ssl/certs:/usr/lib/ssl/certs"],
        ])
        func `by default a transport has no name`(environment: [String: String]) {
            #expect(identity(HTTPSettings(), environment) == nil)
        }

        @Test func `proxies and fields of requests are in no name`() {
            let settings = HTTPSettings(
                proxy: .https(host: "proxy.test", port: 1), userAgent: "test", accept: nil,
                decompresses: false)
            #expect(identity(settings) == nil)
        }

        @Test func `each setting of trust makes another name`() throws {
            let pair = ClientCertificate.pem(chain: [1, 2], key: [3])
            let pins = [["a.test": ["one"]], ["b.test": ["one"]], ["a.test": []], ["*": ["two"]]]
            let names = try withFile("root") { root in
                [
                    HTTPSettings(), HTTPSettings(trustsAnyCertificate: true),
                    HTTPSettings(requiresTLS13: true), HTTPSettings(extraTrustRoots: root),
                    HTTPSettings(extraTrustRoots: "/no/such"),
                    HTTPSettings(extraTrustRoots: root, trustsAnyCertificate: true),
                    HTTPSettings(clientCertificates: ["*": pair]),
                    HTTPSettings(clientCertificates: ["a.test": pair]),
                    HTTPSettings(clientCertificates: ["*": .pem(chain: [1], key: [3])]),
                ].map { identity($0) }
                    + pins.map { identity(HTTPSettings(pinnedKeys: $0.mapValues { Set($0) })) }
                    + [
                        identity(HTTPSettings(), ["SSL_CERT_FILE": root]),
                        identity(HTTPSettings(), ["SSL_CERT_DIR": "/no/such"]),
                        identity(HTTPSettings(), ["SSL_CERT_DIR": "/tmp/../no/such"]),
                    ]
            }
            #expect(Set(names).count == names.count)
        }

        @Test func `the content of a file counts, not its place`() throws {
            func name(_ path: String, _ name: String) -> String? {
                switch name {
                case "extra": identity(HTTPSettings(extraTrustRoots: path))
                case "environment": identity(HTTPSettings(), ["SSL_CERT_FILE": path])
                default:
                    identity(
                        HTTPSettings(
                            clientCertificates: [
                                "*": .files(chain: path, key: "/no", password: name)
                            ]))
                }
            }
            for kind in ["extra", "environment", "certificate"] {
                let (one, same) = (
                    try withFile("one") { name($0, kind) }, try withFile("one") { name($0, kind) }
                )
                let other = try withFile("other") { name($0, kind) }
                #expect(one == same && one != nil)
                #expect(one != other)
            }
            let given = HTTPSettings(
                clientCertificates: ["*": .pem(chain: Array("one".utf8), key: [])])
            #expect(try withFile("one") { name($0, "certificate") } == identity(given))
        }

        @Test func `the files of a folder count`() throws {
            let folder = "/tmp/webimage-trust-\(UInt64.random(in: 0 ... .max))"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            func name() -> String? { identity(HTTPSettings(), ["SSL_CERT_DIR": folder]) }
            var names = [name()]
            for text in ["one", "other"] {
                try Data(text.utf8).write(to: URL(filePath: folder + "/3387b84d.0"))
                names.append(name())
            }
            #expect(Set(names).count == 3)
            #expect(names.last == name())
        }

        @Test func `spellings of a host and of pins make no other name`() {
            let names = [
                ["a.example": ["one", "two"]], ["A.example.": ["sha256//two", "sha256//one"]],
            ].map { identity(HTTPSettings(pinnedKeys: $0.mapValues { Set($0) })) }
            #expect(names[0] == names[1])
        }

        @Test func `a name has no secret and no path`() throws {
            let name = try withFile("secret") { path in
                identity(
                    HTTPSettings(
                        extraTrustRoots: path,
                        clientCertificates: [
                            "host.test": .files(chain: path, key: path, password: "secret")
                        ],
                        pinnedKeys: ["host.test": ["secret"]]))
            }
            let text = try #require(name)
            for word in ["secret", "webimage-trust", "host.test"] { #expect(!text.contains(word)) }
        }
    }
#endif
