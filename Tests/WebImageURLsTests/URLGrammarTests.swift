import Testing
import WebImageURLs

@Suite struct URLGrammarTests {
    @Test func `a fault shows no control characters and cuts long text`() {
        let fault = URLFault(.option, part: "w\u{0}\n", String(repeating: "x", count: 200))
        #expect(fault.part == "w??")
        #expect(fault.reason.count == 121)
        #expect("\(fault)".hasPrefix("w??: xxx"))
    }
}
