import TestSupport
import Testing
import WebImageCaching
import WebImageLoading
import WebImagePixels
import WebImageRuntime

@Suite struct SpellableTests {
    private func roundTrip<Value: ParsableValue & Equatable>(_ value: Value, _ spelling: String) {
        #expect(value.spelling == spelling)
        #expect(Value(spelling: spelling) == value)
    }

    @Test func `simple values print and read one way`() {
        roundTrip(true, "true")
        roundTrip(-42, "-42")
        roundTrip(Int.min, "-9223372036854775808")
        roundTrip(PixelSize(width: 320, height: 0), "320x")
        roundTrip(PixelSize(width: 0, height: 240), "x240")
        roundTrip(Fit.stretch, "stretch")
        roundTrip("a/b (c)", "a%2Fb%20%28c%29")
        roundTrip("", "")
    }

    @Test(arguments: [
        (0, "0"), (12.5, "12.5"), (-3, "-3"), (0.1, "0.1"), (1e300, "1e300"), (1e-7, "1e-07"),
        (.leastNonzeroMagnitude, "5e-324"), (.greatestFiniteMagnitude, "1.7976931348623157e308"),
    ])
    func `a number prints its shortest digits`(_ value: Double, _ spelling: String) {
        roundTrip(value, spelling)
    }

    @Test func `random numbers read back the same`() {
        for _ in 0..<2000 {
            let value = Double(bitPattern: .random(in: 0 ... .max))
            guard value.isFinite else { continue }
            #expect(Double(spelling: value.spelling) == value)
        }
    }

    @Test(arguments: ["", "nan", "inf", "0x10", "1,5", " 1", "1e999", "٣"])
    func `what is no finite decimal number is refused`(_ text: String) {
        #expect(Double(spelling: text) == nil)
    }

    @Test func `durations are exact`() {
        roundTrip(Duration.seconds(90), "90s")
        roundTrip(Duration.milliseconds(-1500), "-1.5s")
        roundTrip(Duration.milliseconds(-5), "-0.005s")
        roundTrip(Duration.nanoseconds(123_456_789_123_456_789), "123456789.123456789s")
        roundTrip(Duration(secondsComponent: 0, attosecondsComponent: 1), "0.000000000000000001s")
        #expect(Duration(spelling: "2") == .seconds(2))
    }

    @Test(arguments: ["", "s", "1.s", ".5s", "1.2.3s", "--1s", "1h", "99999999999999999999s"])
    func `what is no duration is refused`(_ text: String) {
        #expect(Duration(spelling: text) == nil)
    }

    @Test func `a text none is not the absence of a text`() {
        roundTrip(String?.none, "none")
        roundTrip(String?.some("none"), "some:none")
        roundTrip(Int??.some(.none), "some:none")
        roundTrip(Int??.none, "none")
        roundTrip(Int?.some(7), "7")
    }

    @Test func `arrays keep empty and nested elements apart`() {
        roundTrip([Int](), "")
        roundTrip([1, 2, 3], "1+2+3")
        roundTrip([""], "!")
        roundTrip(["", ""], "+")
        roundTrip([[1, 2], [3]], "1!+2+3")
        roundTrip([[[1, 2], [3]]], "1!!!+2!+3")
        roundTrip(["a+b", "c"], "a%2Bb+c")
        roundTrip([[String](), [""]], "+!!")
    }

    @Test(arguments: ["%", "%4", "%+A", "%G0", "%FF"])
    func `a broken escape is refused`(_ text: String) {
        #expect(String(spelling: text) == nil)
    }

    @Test(arguments: ["", "x", "320", "0x240", "-1x2", "+1x2", "1x2x3", "99999999x1", "1 x2"])
    func `what is no size is refused`(_ text: String) {
        #expect(PixelSize(spelling: text) == nil)
    }

    @Test func `raw values are escaped`() {
        enum Kind: String, ParsableValue { case odd = "a,b" }
        roundTrip(Kind.odd, "a%2Cb")
    }
}
