import COptionalLibrary
import Testing

/// The comparison of a library's version with the range that a shim fits.
struct LibraryVersionTests {
    @Test(
        arguments: [
            ("1.15.0", true), ("1.15", true), ("1.15.1-beta", true), ("1.100.2", true),
            ("2.0.0", false), ("2", false), ("10.0", false), ("1.14.99", false), ("1", false),
            ("0.20", false), ("", false), ("next", false),
        ])
    func `two numbers of a version are compared as numbers`(version: String, fits: Bool) {
        let (result, text) = compare(version)
        #expect(result == fits)
        #expect(text.isEmpty == fits)
    }

    @Test func `another version is described, cut if it is long`() {
        #expect(compare("1.14.2").text == "libfoo from 1.15, before 2.0 (installed: 1.14.2)")
        let long = String(repeating: "9", count: 300)
        #expect(compare(long).text.hasSuffix("(installed: \(long.prefix(20)))"))
    }

    private func compare(_ version: String) -> (fits: Bool, text: String) {
        var text = [CChar](repeating: 0, count: Int(COPTIONAL_TEXT))
        let fits = "libfoo".withCString { name in
            "1.15".withCString { least in
                "2.0".withCString { end in
                    coptional_fits(
                        COptionalRange(name: name, least: least, end: end), version, &text)
                }
            }
        }
        return (fits, String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self))
    }
}
