#if Server
    import NIOSSL
    import Testing

    @testable import WebImageServer

    /// The files of a certificate and its key.
    struct TLSFilesTests {
        @Test func `connections have TLS 1 2 or later, and the certificate of the files`() throws {
            let files = TLSFiles(certificate: Variables.certificate, key: Variables.key)
            let configuration = try files.configuration()
            #expect(configuration.minimumTLSVersion == .tlsv12)
            #expect(configuration.certificateChain.count == 1)
            #expect(configuration.privateKey != nil)
        }

        @Test(arguments: [
            ("/nowhere", Variables.key), (Variables.certificate, "/nowhere"),
            (Variables.key, Variables.key), (Variables.certificate, Variables.certificate),
            ("/dev/null", Variables.key), ("", ""),
        ])
        func `files that are none of both are an error`(certificate: String, key: String) {
            #expect(throws: (any Error).self) {
                _ = try TLSFiles(certificate: certificate, key: key).configuration()
            }
        }
    }
#endif
