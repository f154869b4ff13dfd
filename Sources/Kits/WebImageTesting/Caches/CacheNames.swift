/// Names of entries that incorrect caches confuse with each other or with other things.
enum CacheNames {
    /// All names; no two have the same bytes.
    static let awkward: [String] =
        [
            "", " ", "a", "A", "a ", " a", "aa", "a\u{0}", "a\u{0}b", "a\nb", "a\r\nb", "a\tb",
            "a/b", "a/b/", "a//b", "/a/b", "../a", "..", ".", "~", "a\\b", "a:b", "a;b", "a=b",
            "a%2Fb", "a%2fb", "a+b", "a?b", "a#b", "*", "?", "[a]", "a*", "{a}", "$a", "`a`", "'a'",
            "\"a\"", "-a", "null", "nil", "0", "00", "1", "1.0",
            // One letter as one scalar and as two: equal as text, not as bytes.
            "\u{E9}", "e\u{301}", "\u{212B}", "\u{C5}", "ß", "SS", "ss", "ﬀ", "\u{FEFF}a",
            "\u{1F600}", "\u{200B}", "\u{202E}a",
        ] + long

    /// Long names that differ in one character only.
    private static let long: [String] = [300, 5000].flatMap { count in
        let middle = String(repeating: "x", count: count)
        return ["\(middle)1", "\(middle)2", "1\(middle)", "2\(middle)", middle]
    }
}
