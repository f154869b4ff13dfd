#if Server
    import Testing

    @testable import WebImageServer

    /// The form of the field `Host`.
    struct HostTextTests {
        @Test(arguments: [
            ("", true), ("a", true), ("a:80", true), ("a:", true), ("[::1]", true),
            ("[::1]:80", true), ("[v1.a]", true), ("a%20b", true), ("a b", false), ("a:b", false),
            ("a:80:", false), ("u@a", false), ("a/", false), ("[::1", false), ("[]", false),
            ("[::1]a", false), ("a%2", false), ("a%zz", false), ("a#", false), ("ä", false),
        ])
        func `a host is a name or an address, and a port`(text: String, isHost: Bool) {
            #expect(HostText.isHost(text) == isHost)
        }

        @Test(arguments: ["-._~!$&'()*+,;=", "0aZ", "%61", "%C3%a4", "[v1.a:b]", "a:65536"])
        func `names have the marks of RFC 3986`(text: String) {
            #expect(HostText.isHost(text))
        }

        @Test(arguments: [
            "a\"", "a<", "a\\b", "a|b", "a\u{0}", "a\t", "%", "%6", "%6g", "%g6", "a%", "[%61]",
            "[::1",
            "]", "[::1]:8a", "[::1]]", "[ ]", ":8:0", "a?b", "a@",
        ])
        func `others have not`(text: String) {
            #expect(!HostText.isHost(text))
        }

        @Test func `a port without a name is a host`() {
            #expect(HostText.isHost(":80"))
        }
    }
#endif
