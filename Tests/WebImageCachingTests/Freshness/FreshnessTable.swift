import WebImageCaching
import WebImagePipeline

/// The rows by subject; `5861-3` and `8246-2` are sections of other RFCs.
extension FreshnessTests {
    private typealias Row = FreshnessRow
    static let tag = ("ETag", "\"a\"")
    static let modified = ("Last-Modified", "Sun, 06 Nov 1994 08:33:00 GMT")
    static func maxAge(_ seconds: Int) -> (String, String) {
        ("Cache-Control", "max-age=\(seconds)")
    }

    static let lifetimes: [FreshnessRow] = [
        Row("4.2.1 nothing said: the cache's own lifetime", [], after: 1e9, "fresh"),
        Row("5.2.2 an empty field says nothing", "", after: 1e9, "fresh"),
        Row("5.2.2.9 public alone gives no lifetime", "public", after: 1e9, "fresh"),
        Row("5.2.3 an unknown directive is ignored", "x=1, max-age=5", after: 4, "fresh"),
        Row("5.2.2.1 max-age before its end", "max-age=60", after: 59, "fresh"),
        Row("4.2 at the end of max-age", "max-age=60", after: 60, "stale error"),
        Row("5.2.2.1 max-age=0", "max-age=0", "stale error"),
        Row("5.2 names are without case", "MAX-AGE=60", after: 59, "fresh"),
        Row(
            "5.2 white space and empty elements", " max-age = 60 ,, ,public", after: 60,
            "stale error"),
        Row("5.2 a quoted argument", "max-age=\"60\"", after: 59, "fresh"),
        Row("4.2.1 of duplicates the first", "max-age=5, max-age=60", after: 6, "stale error"),
        Row("4.2.1 of two fields the first", [maxAge(5), maxAge(60)], after: 6, "stale error"),
        Row("5.2 a blank before the sign", "max-age =60", "stale error"),
        Row("5.2 a blank behind the sign", "max-age= 60", "stale error"),
        Row("4.2.1 max-age without a number", "max-age", "stale error"),
        Row("4.2.1 max-age without digits", "max-age=", "stale error"),
        Row("1.2.2 a negative number", "max-age=-1", "stale error"),
        Row("1.2.2 a fraction", "max-age=1.5", "stale error"),
        Row("1.2.2 more than 2^31 is 2^31", "max-age=99999999999999999999", after: 2e9, "fresh"),
        Row("1.2.2 more than 2^31 ends", "max-age=99999999999999999999", after: 2.2e9, "stale"),
        Row(
            "5.2.2.10 s-maxage means no private cache", "s-maxage=0, max-age=60", after: 59, "fresh"
        ),
        Row("5.2.2.7 private means no private cache", "private, max-age=60", after: 59, "fresh"),
        Row("5.3 Expires", [("Expires", "Sun, 06 Nov 1994 08:50:37 GMT")], after: 59, "fresh"),
        Row(
            "5.3 Expires has passed", [("Expires", "Sun, 06 Nov 1994 08:50:37 GMT")], after: 60,
            "stale error"),
        Row("5.3 Expires: 0 is the past", [("Expires", "0")], "stale error"),
        Row("5.3 Expires that is no date is the past", [("Expires", "tomorrow")], "stale error"),
        Row(
            "5.3 Expires in RFC 850's format", [("Expires", "Sunday, 06-Nov-94 08:50:37 GMT")],
            after: 59, "fresh"),
        Row(
            "5.3 Expires counts from Date",
            [
                ("Expires", "Sun, 06 Nov 1994 09:49:37 GMT"),
                ("Date", "Sun, 06 Nov 1994 09:48:37 GMT"),
            ], after: 61, "stale error"),
        Row("5.3 Expires in UTC", [("Expires", "Sun, 06 Nov 1994 08:50:37 UTC")], "stale error"),
        Row(
            "5.3 a year of two digits", [("Expires", "Sun, 06 Nov 94 08:50:37 GMT")], "stale error"),
        Row("5.3 without comma", [("Expires", "Sun 06 Nov 1994 08:50:37 GMT")], "stale error"),
        Row("5.3 two blanks", [("Expires", "Sun, 06  Nov 1994 08:50:37 GMT")], "stale error"),
        Row("5.3 dashes", [("Expires", "Sun, 06-Nov-1994 08:50:37 GMT")], "stale error"),
        Row(
            "5.3 Expires counts from a Date in UTC",
            [
                ("Expires", "Sun, 06 Nov 1994 09:49:37 GMT"),
                ("Date", "Sun, 06 Nov 1994 09:48:37 UTC"),
            ], after: 59, "fresh"),
        Row("5.3 max-age wins over Expires", [("Expires", "0"), maxAge(60)], after: 59, "fresh"),
        Row("4.2.2 a tenth of the time since modification", [modified], after: 99, "fresh"),
        Row("4.2.2 a tenth and no more", [modified], after: 100, "stale date error"),
        Row(
            "4.2.2 from Date, not from receipt",
            [
                ("Last-Modified", "Sun, 06 Nov 1994 08:32:57 GMT"),
                ("Date", "Sun, 06 Nov 1994 08:49:37 GMT"),
            ], after: 101, "stale date error"),
        Row(
            "4.2.2 at most seven days", [("Last-Modified", "Sun, 06 Nov 1904 08:49:37 GMT")],
            after: 604_799, "fresh"),
        Row(
            "4.2.2 seven days are over", [("Last-Modified", "Sun, 06 Nov 1904 08:49:37 GMT")],
            after: 604_801, "stale date error"),
        Row(
            "4.2.2 modified in the future", [("Last-Modified", "Sun, 06 Nov 1994 10:00:00 GMT")],
            "stale date error"),
        Row(
            "4.2.2 a modification that is no date", [("Last-Modified", "lately")], after: 1e9,
            "fresh"),
        Row(
            "4.2.2 no heuristic beside max-age", [modified, maxAge(5)], after: 6, "stale date error"
        ),
    ]

    /// Statuses by section 15.1 of RFC 9110.
    static let statuses: [FreshnessRow] =
        [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].map {
            Row("15.1 a tenth for \($0)", [modified], after: 99, status: $0, "fresh")
        }
        + [201, 202, 205, 207, 226, 302, 303, 307, 400, 403, 418, 500, 502, 503, 504, 599].map {
            Row("15.1 no tenth for \($0)", [modified], status: $0, "stale date error")
        }
        + [201, 202, 403, 503].flatMap {
            [
                Row("15.1 \($0) without a word", [], status: $0, "stale error"),
                Row("15.1 \($0) by max-age", [maxAge(60)], after: 59, status: $0, "fresh"),
                Row(
                    "15.1 \($0) by Expires", [("Expires", "Sun, 06 Nov 1994 08:50:37 GMT")],
                    after: 59, status: $0, "fresh"),
                Row(
                    "15.1 \($0) that public marks", [("Cache-Control", "public"), modified],
                    after: 99, status: $0, "fresh"),
            ]
        }
        + [
            Row(
                "15.4 a redirect for a while, also with public",
                [("Cache-Control", "public"), modified], status: 302, "stale date error")
        ]

    static let ages: [FreshnessRow] = [
        Row("5.1 of several values the first", [maxAge(60), ("Age", "70, 0")], "stale error"),
        Row("5.1 the first, not the largest", [maxAge(60), ("Age", "0, 70")], after: 59, "fresh"),
        Row(
            "5.1 of two fields the first", [maxAge(60), ("Age", "70"), ("Age", "0")], "stale error"),
        Row(
            "5.1 an empty value is none", [maxAge(60), ("Age", ""), ("Age", ", 70")], "stale error"),
        Row(
            "5.1 an invalid first value ends it", [maxAge(60), ("Age", "old, 70")], after: 59,
            "fresh"),
        Row("5.1 Age has no parameters", [maxAge(60), ("Age", "70;a=1")], after: 59, "fresh"),
        Row("4.2.3 Age is subtracted", [maxAge(60), ("Age", "20")], after: 39, "fresh"),
        Row(
            "4.2.3 Age uses the lifetime up", [maxAge(60), ("Age", "20")], after: 40, "stale error"),
        Row("5.1 Age that is no number is none", [maxAge(60), ("Age", "old")], after: 59, "fresh"),
        Row("5.1 a negative Age is none", [maxAge(60), ("Age", "-5")], after: 59, "fresh"),
        Row(
            "4.2.3 apparent age from Date",
            [maxAge(60), ("Date", "Sun, 06 Nov 1994 08:49:07 GMT")], after: 31, "stale error"),
        Row(
            "4.2.3 the larger of Age and apparent age",
            [maxAge(60), ("Date", "Sun, 06 Nov 1994 08:49:07 GMT"), ("Age", "10")], after: 29,
            "fresh"),
        Row(
            "4.2.3 Age is corrected by the delay", [maxAge(60), ("Age", "20")], after: 31,
            delay: 10, "stale error"),
        Row(
            "4.2.3 the delay counts without Age", [maxAge(60)], after: 51, delay: 10, "stale error"),
        Row(
            "4.2.3 a Date in the future is age 0",
            [maxAge(60), ("Date", "Sun, 06 Nov 1994 09:49:37 GMT")], after: 59, "fresh"),
        Row("4.2.3 a clock that goes backwards", [maxAge(60)], after: -50, "fresh"),
        Row("4.2.3 a clock that was set back", [maxAge(60)], after: -1e6, "stale error"),
        Row("4.2.3 a clock that was set back, no lifetime", [], after: -1e6, "stale error"),
        Row("4.2.3 a Date that is none", [maxAge(60), ("Date", "noon")], after: 59, "fresh"),
    ]

    static let stales: [FreshnessRow] = [
        Row("4.3.1 an entity tag to ask with", [maxAge(0), tag], "stale etag error"),
        Row("4.3.1 both validators", [maxAge(0), tag, modified], "stale etag date error"),
        Row("4.3.1 an empty entity tag is none", [maxAge(0), ("ETag", "")], "stale error"),
        Row("5.2.2.4 no-cache", "no-cache", "stale"),
        Row("5.2.2.4 no-cache beside max-age", "no-cache, max-age=60", "stale"),
        Row("5.2.2.4 no-cache for single fields", "no-cache=\"Set-Cookie\", max-age=60", "stale"),
        Row(
            "5.2.2.2 must-revalidate while fresh", "max-age=60, must-revalidate", after: 59, "fresh"
        ),
        Row(
            "5.2.2.2 must-revalidate once stale", "max-age=60, must-revalidate", after: 60, "stale"),
        Row(
            "5.2.2.8 proxy-revalidate means no private cache", "max-age=0, proxy-revalidate",
            "stale error"),
        Row(
            "5861-3 stale-while-revalidate", "max-age=60, stale-while-revalidate=30", after: 89,
            "stale meanwhile error"),
        Row(
            "5861-3 stale-while-revalidate is over", "max-age=60, stale-while-revalidate=30",
            after: 90, "stale error"),
        Row(
            "5861-3 not beside must-revalidate",
            "max-age=0, stale-while-revalidate=30, must-revalidate", "stale"),
        Row("5861-3 not beside no-cache", "no-cache, stale-while-revalidate=30", "stale"),
        Row(
            "5861-3 an argument that is no number", "max-age=0, stale-while-revalidate=soon",
            "stale error"),
        Row("5861-4 stale-if-error", "max-age=0, stale-if-error=30", after: 29, "stale error"),
        Row("5861-4 stale-if-error is over", "max-age=0, stale-if-error=30", after: 30, "stale"),
        Row(
            "5861-4 longer than our own day", "max-age=0, stale-if-error=200000", after: 190_000,
            "stale error"),
        Row("5861-4 our own day", "max-age=0", after: 86_399, "stale error"),
        Row("5861-4 our own day is over", "max-age=0", after: 86_400, "stale"),
        Row(
            "5861-4 not beside must-revalidate", "max-age=0, stale-if-error=30, must-revalidate",
            "stale"),
        Row("5.2.2.5 no-store", "no-store", "unusable"),
        Row("5.2.2.5 no-store beside max-age", "max-age=60, No-Store", "unusable"),
        Row(
            "5.2.2.5 no-store in another field", [maxAge(60), ("Cache-Control", "no-store")],
            "unusable"),
        Row("5.2 no-store within quotes", "x=\"a, no-store\", max-age=5", after: 4, "fresh"),
        Row("5.2 a quote that is escaped", "x=\"a\\\", no-store\", max-age=5", after: 4, "fresh"),
        Row("5.2 a quote that isn't closed", "x=\"open, no-store", "fresh"),
        Row(
            "5.2.2.3 must-understand takes no-store's place",
            "must-understand, no-store, max-age=5", "fresh"),
    ]
}
