#if Server
    import Testing
    import WebImage
    import WebImageSandbox
    import WebImageURLs

    @testable import WebImageServer

    /// The forms of a server's settings.
    struct SettingFormServerTests {
        /// Returns settings by one variable; nil if its text is refused.
        private static func settings(_ name: String, _ text: String) -> ServerSettings? {
            var settings = ServerSettings()
            guard (try? settings.read(environment: ["WEBIMAGE_\(name)": text])) != nil else {
                return nil
            }
            return settings
        }

        @Test(
            arguments: [
                ("127.0.0.1:80", "127.0.0.1", 80), (":0", "0.0.0.0", 0),
                ("[::1]:65535", "::1", 65_535),
                ("a.test:1", "a.test", 1), ("", nil, 0), ("a", nil, 0), ("a:", nil, 0),
                ("a:x", nil, 0),
                ("a:65536", nil, 0), ("a:-1", nil, 0), ("[::1]", nil, 0),
            ] as [(String, String?, Int)])
        func `an address has a port, and all hosts without one`(
            text: String, host: String?, port: Int
        ) {
            let found = SettingForm<Any>.address("an address").read(text)
            #expect(found?.host == host)
            #expect(host == nil || found?.port == port)
        }

        @Test(arguments: [
            ("/images", true), ("/a/b", true), ("images", false), ("/images/", false), ("/", false),
        ])
        func `a prefix begins with a slash, and ends without`(text: String, isPrefix: Bool) {
            let settings = Self.settings("PATH_PREFIX", text)
            #expect((settings?.pathPrefix == text) == isPrefix)
        }

        @Test(arguments: [
            ("Surrogate-Key", true), ("x1", true), ("a b", false), ("é", false), ("a:", false),
        ])
        func `a name of a field has letters, digits and hyphens`(text: String, isName: Bool) {
            let settings = Self.settings("SOURCE_KEY_FIELD", text)
            #expect((settings?.sourceKeyField == text) == isName)
        }

        @Test(
            arguments: [
                ("none", []), ("10.0.0.0/8", ["10.0.0.0/8"]),
                ("10.0.0.1, ::1", ["10.0.0.1/32", "::1/128"]),
                ("10.0.0.0/8,", nil), ("proxy", nil), ("10.0.0.0/8,,::1", nil),
            ] as [(String, [String]?)])
        func `proxies are addresses and ranges, or none`(text: String, ranges: [String]?) {
            let settings = Self.settings("TRUSTED_PROXIES", text)
            #expect(settings.map { $0.trustedProxies.map(\.description) } == ranges)
        }

        @Test func `a folder is there`() {
            #expect(SettingForm<Any>.folder.read("/") == "/")
            #expect(SettingForm<Any>.folder.read("/nowhere") == nil)
            #expect(SettingForm<Any>.folder.read("/dev/null") == nil)
        }

        @Test(arguments: [("source", "source"), ("shared", "shared"), ("host", nil)])
        func `workers are those of a source or of all`(text: String, spelling: String?) {
            let settings = Self.settings("ISOLATION", text)
            #expect(
                settings?.isolation == ["source": .perSource, "shared": .shared][spelling ?? ""])
        }
    }
#endif
