import Testing
import WebImageCaching

/// Whole numbers in header fields.
struct HeaderIntegersTests {
    @Test(
        arguments: [
            (" 100 ", [100]), ("\t100", [100]), ("-7", [-7]), ("+7", [7]), ("007", [7]),
            ("7, 8", [7, 8]), ("7,,x,8", [7, 8]), ("100abc", []), ("abc", []), ("", []),
            ("1 00", []), ("1.5", []), ("0x10", []), ("99999999999999999999", []), ("١", []),
        ])
    func `what is a number from end to end is read, the rest left out`(
        value: String, numbers: [Int]
    ) {
        #expect(HeaderFields([("X", value)]).integers("x") == numbers)
    }

    @Test func `several lines are one list`() {
        let fields = HeaderFields([("X", "1"), ("Y", "2"), ("x", "3, 4")])
        #expect(fields.integers("X") == [1, 3, 4])
        #expect(fields.integers("Z") == [])
    }
}
