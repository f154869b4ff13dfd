#if Server
    import Testing
    import WebImage
    import WebImageHTTP
    import WebImageRedis
    import WebImageURLs

    @testable import WebImageServer

    /// Stores on other machines.
    struct StoreSettingsTests {
        private func store(
            _ environment: [String: String], isUsed: Bool? = nil
        ) throws -> StoreSettings? {
            var reader = EnvironmentReader(environment)
            return try StoreSettings(&reader, pathStyle: "STYLE", isUsed: isUsed)
        }

        @Test func `a store is there if its endpoint or region is set, or the server says so`()
            throws
        {
            #expect(try store([:]) == nil)
            #expect(try store(["S3_REGION": "eu-1"])?.endpoint == .some(nil))
            #expect(try store(["S3_ENDPOINT": "https://a.test"])?.endpoint == "https://a.test")
            #expect(try store(["S3_ENDPOINT": "https://a.test"], isUsed: false) == nil)
            #expect(try store(["AWS_REGION": "eu-1"], isUsed: true) != nil)
        }

        @Test func `the style is read where there is a store`() throws {
            #expect(try store(["STYLE": "maybe"]) == nil)
            #expect(throws: SettingFault.self) { try store(["S3_REGION": "a", "STYLE": "maybe"]) }
            #expect(try store(["S3_REGION": "a", "STYLE": "false"]) != nil)
        }

        @Test(arguments: ["nonsense", "https://", "ftp://a.test"])
        func `an endpoint that is none is a fault`(endpoint: String) {
            #expect {
                _ = try store(["S3_ENDPOINT": endpoint])
            } throws: {
                "\($0)".hasPrefix("S3_ENDPOINT: expected an address such as https://minio.example")
                    && "\($0)".contains(endpoint)
            }
        }

        @Test func `the password of an endpoint is not told`() {
            #expect {
                _ = try store(["S3_ENDPOINT": "https://user:geheim@a.test"])
            } throws: {
                !"\($0)".contains("geheim")
            }
        }

        @Test func `stores that cannot be reached are told, without their passwords`() async throws
        {
            var settings = ServerSettings()
            #expect(await settings.storeNotes() == [])
            // No port has this number.
            settings.redis = RedisAddress("redis://:geheim@127.0.0.1:1/0")
            settings.sources.store = try store([
                "S3_ENDPOINT": "http://127.0.0.1:1", "S3_REGION": "a",
            ])
            let notes = await settings.storeNotes()
            try #require(notes.count == 2)
            #expect(notes[0].hasPrefix("the shared store redis://"))
            #expect(notes[1].hasPrefix("the store http://127.0.0.1:1 cannot be reached: "))
            #expect(!notes[0].contains("geheim"))
        }
    }
#endif
