import FoundationEssentials
import Testing
import WebImageCaching
import WebImageRuntime

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

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0),
        ("SUN, 06 nOV 1994 08:49:37 gmt", 784_111_777),
        (" Sun, 06 Nov 1994 08:49:37 GMT ", 784_111_777),
        ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", 784_111_777),
        ("Sun Nov 16 08:49:37 1994", 784_975_777), ("Mon, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ])
    func `a field that permits no other text has one of the formats`(
        _ text: String, _ seconds: Double
    ) {
        #expect(HTTPDate.parseExactly(text, now: Self.now) == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 94 08:49:37 GMT",
        "Sun 06 Nov 1994 08:49:37 GMT", "Sun, 06  Nov  1994 08:49:37 GMT",
        "Sun, 06-Nov-1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun,06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994, 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37\tGMT", "Sun, 06 Nov 1994 08:49:37 GMT+0",
        "Sun, 06 Nov 1994 08:49:37", "Foo, 06 Nov 1994 08:49:37 GMT", "06 Nov 1994 08:49:37 GMT",
        "Sunday, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
        "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 UTC",
        "Sun Nov 6 08:49:37 1994", "Sun Nov 06  08:49:37 1994", "Sun, Nov  6 08:49:37 1994",
        "Sun Nov  6 08:49:37 1994 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "0", "",
    ])
    func `such a field with another spelling has no date`(_ text: String) {
        #expect(HTTPDate.parseExactly(text, now: Self.now) == nil)
    }

    @Test(arguments: [-1e300, 1e300, .infinity, -Double.infinity])
    func `a clock set to nonsense does no harm`(_ seconds: Double) {
        let now = Date(timeIntervalSince1970: seconds)
        #expect(HTTPDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", now: now) != nil)
    }
}
