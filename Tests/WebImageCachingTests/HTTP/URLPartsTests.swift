import Testing
import WebImageCaching

struct URLPartsTests {
    private typealias Row = (
        text: String, scheme: String?, user: String?, host: String?, target: String, bare: String
    )

    private static let rows: [Row] = [
        ("https://me:pw@h:8/a?b#c@d", "https", "me:pw", "h:8", "/a?b", "https://h:8/a?b"),
        ("P://u@@h", "p", "u@", "h", "", "P://h"), ("x://@h", "x", "", "h", "", "x://h"),
        ("photos:a@b", "photos", nil, nil, "a@b", "photos:a@b"),
        ("x://h?u@v", "x", nil, "h", "?u@v", "x://h?u@v"),
        ("file:///a@b", "file", nil, "", "/a@b", "file:///a@b"),
        (" x://u@h/", nil, "u", "h", "/", " x://h/"), ("a/b#c", nil, nil, nil, "a/b", "a/b"),
        ("", nil, nil, nil, "", ""), (":", nil, nil, nil, "", ":"), ("x:", "x", nil, nil, "", "x:"),
    ]

    @Test(arguments: rows.indices)
    func `a URL is taken apart`(index: Int) {
        let (row, parts) = (Self.rows[index], URLParts(Self.rows[index].text))
        #expect(parts.scheme == row.scheme)
        #expect(parts.user.map(String.init) == row.user)
        #expect(parts.hostAndPort.map(String.init) == row.host)
        #expect(parts.target == row.target)
        #expect(parts.bare == row.bare)
    }
}
