import FoundationEssentials
import Testing
import WebImagePipeline

@Suite struct FreshnessTests {
    /// Seconds after receipt; `never` is not stored, `unsaid` has no date.
    enum Outcome: Sendable {
        case never
        case unsaid
        case after(Double)
    }

    /// Sun, 06 Nov 1994 08:49:37 GMT.
    private static let now = Date(timeIntervalSince1970: 784_111_777)

    @Test(
        arguments: [
            ([], .unsaid),
            ([("Cache-Control", "")], .unsaid),
            ([("Cache-Control", "public")], .unsaid),
            ([("Cache-Control", "private")], .unsaid),
            ([("Cache-Control", "no-store")], .never),
            ([("Cache-Control", "NO-Store")], .never),
            ([("Cache-Control", "max-age=60, no-store")], .never),
            ([("Cache-Control", "max-age=60"), ("Cache-Control", "no-store")], .never),
            ([("Cache-Control", "x=\"no-store\"")], .unsaid),
            ([("Cache-Control", "x=\"a, no-store\", max-age=5")], .after(5)),
            ([("Cache-Control", "x=\"a\\\", no-store\", max-age=5")], .after(5)),
            ([("Cache-Control", "x=\"unclosed, no-store")], .unsaid),
            ([("Vary", "*"), ("Cache-Control", "max-age=60")], .never),
            ([("Vary", "Accept, *")], .never),
            ([("Vary", "Accept"), ("Cache-Control", "max-age=60")], .after(60)),
            ([("Cache-Control", "no-cache")], .after(0)),
            ([("Cache-Control", "no-cache, max-age=60")], .after(0)),
            ([("Cache-Control", "no-cache=\"Set-Cookie\", max-age=60")], .after(0)),
            ([("Cache-Control", "max-age=0")], .after(0)),
            ([("Cache-Control", "max-age=60")], .after(60)),
            ([("cache-control", "MAX-AGE=60")], .after(60)),
            ([("Cache-Control", "  max-age = 60 ,, ,public")], .after(60)),
            ([("Cache-Control", "max-age=\"60\"")], .after(60)),
            ([("Cache-Control", "max-age=60, max-age=120")], .after(60)),
            ([("Cache-Control", "max-age=60"), ("Cache-Control", "max-age=5")], .after(60)),
            ([("Cache-Control", "max-age")], .after(0)),
            ([("Cache-Control", "max-age=")], .after(0)),
            ([("Cache-Control", "max-age=-1")], .after(0)),
            ([("Cache-Control", "max-age=1.5")], .after(0)),
            ([("Cache-Control", "max-age=99999999999999999999999")], .after(2_147_483_648)),
            ([("Cache-Control", "s-maxage=60")], .unsaid),
            ([("Cache-Control", "s-maxage=60, max-age=5")], .after(5)),
            ([("Cache-Control", "max-age=60"), ("Age", "20")], .after(40)),
            ([("Cache-Control", "max-age=60"), ("Age", "100")], .after(-40)),
            ([("Cache-Control", "max-age=60"), ("Age", "old")], .after(60)),
            ([("Cache-Control", "max-age=60"), ("Age", "-5")], .after(60)),
            ([("Expires", "Sun, 06 Nov 1994 09:49:37 GMT")], .after(3600)),
            ([("Expires", "Sun, 06 Nov 1994 07:49:37 GMT")], .after(0)),
            ([("Expires", "0")], .after(0)),
            ([("Expires", "-1")], .after(0)),
            ([("Expires", "tomorrow")], .after(0)),
            (
                [
                    ("Expires", "Sun, 06 Nov 1994 09:49:37 GMT"),
                    ("Date", "Sun, 06 Nov 1994 09:39:37 GMT"),
                ], .after(600)
            ),
            ([("Expires", "Sun, 06 Nov 1994 09:49:37 GMT"), ("Date", "noon")], .after(3600)),
            ([("Expires", "Sun, 06 Nov 1994 09:49:37 GMT"), ("Age", "600")], .after(3000)),
            (
                [("Expires", "Sun, 06 Nov 1994 09:49:37 GMT"), ("Cache-Control", "max-age=5")],
                .after(5)
            ),
            ([("Expires", "0"), ("Cache-Control", "max-age=5")], .after(5)),
            ([("Expires", "0"), ("Cache-Control", "private")], .after(0)),
        ] as [([(String, String)], Outcome)])
    func `a head tells how long it may be kept`(_ fields: [(String, String)], _ outcome: Outcome) {
        let head = ResponseHead(url: "http://a/", headers: HeaderFields(fields))
        let expected: Storability =
            switch outcome {
            case .never: .noStore
            case .unsaid: .storable(expires: nil)
            case .after(let seconds): .storable(expires: Self.now.addingTimeInterval(seconds))
            }
        #expect(Freshness.lifetime(of: head, receivedAt: Self.now) == expected)
    }

    @Test func `only what is storable has a date`() {
        #expect(Storability.noStore.expires == nil)
        #expect(Storability.storable(expires: Self.now).expires == Self.now)
    }
}

@Suite struct HTTPDateTests {
    private static let now = Date(timeIntervalSince1970: 784_111_777)

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
        ("sun, 06 nov 1994 08:49:37 gmt", 784_111_777),
        ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
        ("Sun Nov  6 08:49:37 1994", 784_111_777),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
        ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
        ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
        ("Thu, 01 Mar 1900 00:00:00 GMT", -2_203_891_200),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
        ("Friday, 01-Jan-44 00:00:00 GMT", 2_335_219_200),
        ("Sunday, 01-Jan-45 00:00:00 GMT", -788_918_400),
        ("Thu, 1 Jan 1970 00:00:00 GMT", 0),
    ])
    func `three formats are read`(_ text: String, _ seconds: Double) {
        #expect(HTTPDate.parse(text, now: Self.now) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "", "0", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
        "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:37 GMT",
        "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 6 Nov 994 08:49:37 GMT",
        "Sun, 06 Nov +994 08:49:37 GMT", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
    ])
    func `anything else is no date`(_ text: String) {
        #expect(HTTPDate.parse(text, now: Self.now) == nil)
    }

    @Test(arguments: [-1e300, 1e300, .infinity, -Double.infinity])
    func `a clock set to nonsense does no harm`(_ seconds: Double) {
        let now = Date(timeIntervalSince1970: seconds)
        #expect(HTTPDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", now: now) != nil)
    }
}
