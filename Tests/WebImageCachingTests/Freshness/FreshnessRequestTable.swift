import WebImageCaching
import WebImagePipeline

/// The rows of requests, of fields that responses vary by, and of modes.
extension FreshnessTests {
    private typealias Row = FreshnessRow

    static let requests: [FreshnessRow] = [
        Row("5.2.1.4 no-cache", "max-age=60", request: "no-cache", "stale"),
        Row(
            "5.2.1.4 no-cache forbids what the answer allows",
            "max-age=0, stale-while-revalidate=60", request: "no-cache", "stale"),
        Row("5.4 Pragma: no-cache", [maxAge(60)], request: [("Pragma", "no-cache")], "stale"),
        Row(
            "5.4 Pragma beside Cache-Control is ignored", [maxAge(60)],
            request: [("Pragma", "no-cache"), ("Cache-Control", "max-age=60")], "fresh"),
        Row(
            "5.2.1.1 max-age that is kept", "max-age=60", request: "max-age=30", after: 30, "fresh"),
        Row(
            "5.2.1.1 max-age that is passed", "max-age=60", request: "max-age=30", after: 31,
            "stale"),
        Row("5.2.1.1 max-age where nothing is said", "", request: "max-age=30", after: 31, "stale"),
        Row("5.2.1.1 max-age=0 reloads", "max-age=60", request: "max-age=0", after: 1, "stale"),
        Row(
            "8246-2 immutable is not reloaded", "max-age=60, immutable", request: "max-age=0",
            after: 1, "fresh"),
        Row(
            "8246-2 immutable only while fresh", "max-age=60, immutable", request: "max-age=0",
            after: 60, "stale"),
        Row("8246-2 immutable and no-cache", "max-age=60, immutable", request: "no-cache", "stale"),
        Row(
            "5.2.1.3 min-fresh that is kept", "max-age=60", request: "min-fresh=30", after: 30,
            "fresh"),
        Row(
            "5.2.1.3 min-fresh that is not", "max-age=60", request: "min-fresh=30", after: 31,
            "stale"),
        Row(
            "5.2.1.3 min-fresh is not met by revalidating", "max-age=60, stale-while-revalidate=60",
            request: "min-fresh=30", after: 31, "stale"),
        Row(
            "5.2.1.2 max-stale with a number", "max-age=60", request: "max-stale=30", after: 90,
            "fresh"),
        Row(
            "5.2.1.2 max-stale is passed", "max-age=60", request: "max-stale=30", after: 91,
            "stale error"),
        Row(
            "5.2.1.2 max-stale without a number", "max-age=60", request: "max-stale", after: 1e9,
            "fresh"),
        Row(
            "5.2.1.2 max-stale that is no number", "max-age=60", request: "max-stale=x", after: 61,
            "stale error"),
        Row(
            "4.2.4 max-stale and must-revalidate", "max-age=0, must-revalidate",
            request: "max-stale", "stale"),
        Row("4.2.4 max-stale and no-cache", "no-cache", request: "max-stale", "stale"),
        Row(
            "5.2.1.2 max-stale and max-age", "max-age=60", request: "max-stale, max-age=70",
            after: 71, "stale"),
        Row(
            "5.2.1.7 only-if-cached is the pipeline's matter", "max-age=60",
            request: "only-if-cached", "fresh"),
    ]

    static let varied: [FreshnessRow] = [
        Row("4.1 Vary: *", [maxAge(60), ("Vary", "*"), tag], "unusable"),
        Row("4.1 Vary: * among names", [maxAge(60), ("Vary", "Accept, *")], "unusable"),
        Row(
            "4.1 the same field", [maxAge(60), ("Vary", "Accept")],
            first: [("Accept", "image/png")], request: [("accept", "image/png")], "fresh"),
        Row(
            "4.1 another value", [maxAge(60), ("Vary", "Accept")], first: [("Accept", "image/png")],
            request: [("Accept", "image/webp")], "unusable"),
        Row(
            "4.1 another value, but a tag to ask with",
            [maxAge(60), ("Vary", "Accept"), tag, modified], first: [("Accept", "image/png")],
            request: [("Accept", "image/webp")], "stale etag"),
        Row(
            "4.1 another value, no standing in",
            [("Cache-Control", "max-age=0, stale-while-revalidate=60"), ("Vary", "Accept"), tag],
            first: [("Accept", "a")], request: [("Accept", "b")], "stale etag"),
        Row("4.1 absent in both", [maxAge(60), ("Vary", "Accept-Language")], "fresh"),
        Row(
            "4.1 absent in one", [maxAge(60), ("Vary", "Accept-Language")],
            request: [("Accept-Language", "ru")], "unusable"),
        Row(
            "4.1 absent is not empty", [maxAge(60), ("Vary", "Accept")], first: [("Accept", "")],
            "unusable"),
        Row(
            "4.1 white space around commas", [maxAge(60), ("Vary", "Accept")],
            first: [("Accept", "a, b")], request: [("Accept", "a ,b")], "fresh"),
        Row(
            "4.1 fields of one name are a list", [maxAge(60), ("Vary", "Accept")],
            first: [("Accept", "a, b")], request: [("Accept", "a"), ("Accept", "b")], "fresh"),
        Row(
            "4.1 any number of blanks and tabs", [maxAge(60), ("Vary", "Foo")],
            first: [("Foo", "a b;c ,\t d")], request: [("Foo", " a  b ; c,d ")], "fresh"),
        Row(
            "4.1 a blank between words counts", [maxAge(60), ("Vary", "Foo")],
            first: [("Foo", "a b")], request: [("Foo", "ab")], "unusable"),
        Row(
            "4.1 blanks beside quotes", [maxAge(60), ("Vary", "Foo")],
            first: [("Foo", "\"a , b\" , c")], request: [("Foo", "\"a , b\""), ("Foo", "c")],
            "fresh"),
        Row(
            "4.1 white space within quotes counts", [maxAge(60), ("Vary", "Accept")],
            first: [("Accept", "\"a, b\"")], request: [("Accept", "\"a,b\"")], "unusable"),
        Row(
            "4.1 each of two fields", [maxAge(60), ("Vary", "Accept, Cookie")],
            first: [("Accept", "a"), ("Cookie", "b")], request: [("Accept", "a"), ("Cookie", "c")],
            "unusable"),
        Row(
            "4.1 of two Vary fields each", [maxAge(60), ("Vary", "Accept"), ("vary", "Cookie")],
            first: [("Cookie", "b")], request: [("Cookie", "c")], "unusable"),
        Row(
            "4.1 other fields don't matter", [maxAge(60), ("Vary", "Accept")],
            first: [("Cookie", "b")], request: [("Cookie", "c")], "fresh"),
    ]

    private static let secret = [("Authorization", "Bearer x")]

    static let modes: [FreshnessRow] = [
        Row(
            "5.2.2.10 s-maxage wins over max-age", "s-maxage=60, max-age=5", after: 59,
            mode: .shared, "fresh"),
        Row(
            "5.2.2.10 s-maxage ends before max-age", "s-maxage=5, max-age=60", after: 5,
            mode: .shared, "stale"),
        Row(
            "5.2.2.10 s-maxage wins over Expires",
            [("Cache-Control", "s-maxage=60"), ("Expires", "0")], after: 59, mode: .shared, "fresh"),
        Row("5.2.2.7 private", "private, max-age=60", mode: .shared, "unusable"),
        Row(
            "5.2.2.7 private for single fields", "private=\"Set-Cookie\", max-age=60",
            mode: .shared, "unusable"),
        Row(
            "5.2.2.8 proxy-revalidate once stale", "max-age=0, proxy-revalidate", mode: .shared,
            "stale"),
        Row(
            "5.2.2.8 proxy-revalidate while fresh", "max-age=60, proxy-revalidate", mode: .shared,
            "fresh"),
        Row("5.2.2.1 max-age in both modes", "max-age=60", after: 59, mode: .shared, "fresh"),
        Row("3.5 Authorization", "max-age=60", first: secret, mode: .shared, "unusable"),
        Row("3.5 Authorization in a private cache", "max-age=60", first: secret, "fresh"),
        Row(
            "3.5 Authorization and public", "public, max-age=60", first: secret, mode: .shared,
            "fresh"),
        Row("3.5 Authorization and s-maxage", "s-maxage=60", first: secret, mode: .shared, "fresh"),
        Row(
            "3.5 Authorization and must-revalidate", "max-age=60, must-revalidate", first: secret,
            mode: .shared, "fresh"),
        Row(
            "3.5 Authorization and private", "public, private", first: secret, mode: .shared,
            "unusable"),
    ]
}
