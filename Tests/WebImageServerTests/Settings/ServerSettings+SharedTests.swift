#if Server
    import Testing
    import WebImage
    import WebImageURLs

    @testable import WebImageServer

    /// Settings of several variables.
    struct ServerSettingsSharedTests {
        private static func read(
            _ values: [String: String]
        ) throws(SettingFault) -> (ServerSettings, WebImageGrammar) {
            try ServerSettingsVariablesTests.read(values)
        }

        @Test(
            arguments: [
                (
                    ["METRICS_BIND": "127.0.0.1:8080"],
                    "METRICS_BIND: expected an address other than BIND's, found '127.0.0.1:8080'"
                ),
                (
                    ["TLS_KEY": "/nowhere"],
                    "TLS_CERTIFICATE: expected with TLS_KEY the files of a certificate and its key in PEM, found ''"
                ),
                (
                    ["FALLBACK_STATUS": "304"],
                    "FALLBACK_STATUS: expected a status with a body, or 0, found '304'"
                ),
                (
                    ["FALLBACK_STATUS": "199"],
                    "FALLBACK_STATUS: expected a status with a body, or 0, found '199'"
                ),
                (
                    ["S3_ENDPOINT": "http://u:word@a.test"],
                    "S3_ENDPOINT: expected an address such as https://minio.example:9000, and a region"
                ),
                (
                    ["PRESETS": "a:sizes=3"],
                    "PRESETS: expected options of addresses: sizes: unknown option; did you mean 'size'?, found 'a:sizes=3'"
                ),
            ] as [([String: String], String)])
        func `a value that does not fit others is a fault`(values: [String: String], fault: String)
        {
            #expect {
                _ = try Self.read(values)
            } throws: {
                "\($0)" == "WEBIMAGE_\(fault)"
            }
        }

        @Test func `roots of a store without TLS are a fault`() {
            for address in ["redis://a.test", ""] {
                #expect {
                    _ = try Self.read(["REDIS_CA_FILE": Variables.certificate, "REDIS": address])
                } throws: {
                    "\($0)"
                        == "WEBIMAGE_REDIS_CA_FILE: expected a file of certificates in PEM, for rediss://…, "
                        + "found '\(Variables.certificate)'"
                }
            }
        }

        @Test func `without a picture its status and lifetime have no effect`() throws {
            let (settings, _) = try Self.read(["FALLBACK_STATUS": "500", "FALLBACK_MAX_AGE": "5"])
            #expect(
                settings.ignoredVariables == [
                    "WEBIMAGE_FALLBACK_STATUS has no effect without a picture",
                    "WEBIMAGE_FALLBACK_MAX_AGE has no effect without a picture",
                ])
        }

        @Test(
            arguments: [("0", nil), ("200", 200), ("404", 404), ("599", 599)]
                as [(String, Int?)])
        func `a fallback has a status with a body, or that of its failure`(
            text: String, status: Int?
        ) throws {
            let values = ["FALLBACK": "/a", "FALLBACK_STATUS": text]
            #expect(try Self.read(values).0.fallback?.status == status)
        }

        @Test func `a quality of a format counts beside the usual ones`() throws {
            let (settings, _) = try Self.read(["QUALITY": "50", "FORMAT_QUALITY": "jpeg=9,webp=8"])
            #expect(settings.encoding.quality == 50)
            #expect(
                settings.encoding.formatQualities
                    == [.jpeg: 9, .webp: 8, .avif: 63, .jxl: 77])
        }
    }
#endif
