#if Server
    import Testing
    import WebImageServer

    struct SecretMaskTests {
        @Test(arguments: [
            ("/v1/-/-/-/plain/http://a.test/b.png", "/v1/-/-/-/plain/http://a.test/b.png"),
            ("/plain/http://u:key@a.test/b@2x.png@webp", "/plain/http://…@a.test/b@2x.png@webp"),
            ("/plain/http%3A%2F%2Fu:key%40a/b", "/plain/http%3A%2F%2F…%40a/b"),
            ("/plain/http%253A%252F%252Fu%253Akey%2540a/b", "/plain/http%253A%252F%252F…%2540a/b"),
            ("/plain/http%25252F%25252Fu:key%252540a", "/plain/http%25252F%25252F…%252540a"),
            ("/plain/http:/u:key@a/b", "/plain/http:/…@a/b"),
            ("http://a/b?token=key: refused", "http://a/b?…: refused"),
            ("http://a/b%253Ftoken=key and more", "http://a/b?… and more"),
            ("a%zz%2%", "a%zz%2%"), ("", ""),
        ])
        func `addresses lose their queries and users`(text: String, masked: String) {
            #expect(SecretMask.masked(text) == masked)
        }

        @Test func `long texts are cut`() {
            let text = String(repeating: "%2F", count: 100_000)
            #expect(SecretMask.masked(text).utf8.count == 1_024)
        }
    }
#endif
