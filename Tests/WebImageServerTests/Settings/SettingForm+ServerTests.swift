#if Server
    import Testing
    import WebImage
    import WebImageSandbox
    import WebImageURLs

    @testable import WebImageServer

    /// The forms of a server's settings.
    struct SettingFormServerTests {
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
            ("", false),
        ])
        func `a prefix begins with a slash, and ends without`(text: String, isPrefix: Bool) {
            #expect((SettingForm<Any>.pathPrefix.read(text) == text) == isPrefix)
        }

        @Test(arguments: [
            ("Surrogate-Key", true), ("x1", true), ("a b", false), ("é", false), ("a:", false),
        ])
        func `a name of a field has letters, digits and hyphens`(text: String, isName: Bool) {
            #expect((SettingForm<Any>.fieldName.read(text) == text) == isName)
        }

        @Test(
            arguments: [
                ("none", []), ("10.0.0.0/8", ["10.0.0.0/8"]),
                ("10.0.0.1, ::1", ["10.0.0.1/32", "::1/128"]),
                ("10.0.0.0/8,", nil), ("proxy", nil), ("10.0.0.0/8,,::1", nil),
            ] as [(String, [String]?)])
        func `proxies are addresses and ranges, or none`(text: String, ranges: [String]?) {
            #expect(SettingForm<Any>.proxies.read(text).map { $0.map(\.description) } == ranges)
        }

        @Test func `a folder is there`() {
            #expect(SettingForm<Any>.folder.read("/") == "/")
            #expect(SettingForm<Any>.folder.read("/nowhere") == nil)
            #expect(SettingForm<Any>.folder.read("/dev/null") == nil)
        }

        @Test(arguments: [("source", "source"), ("shared", "shared"), ("host", nil)])
        func `workers are those of a source or of all`(text: String, spelling: String?) {
            let found = SettingForm<Any>.isolation.read(text)
            #expect(found == ["source": .perSource, "shared": .shared][spelling ?? ""])
        }
    }
#endif
