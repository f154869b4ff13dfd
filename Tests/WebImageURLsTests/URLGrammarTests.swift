import Testing
import WebImageURLs

@Suite struct URLGrammarTests {
    @Test func `a fault shows no control characters and cuts long text`() {
        let fault = URLFault(.option, part: "w\u{0}\n", String(repeating: "x", count: 200))
        #expect(fault.part == "w??")
        #expect(fault.reason.count == 121)
        #expect("\(fault)".hasPrefix("w??: xxx"))
    }

    @Test func `addresses may need a signature if there is a key`() {
        var imgproxy = ImgproxyGrammar()
        #expect(!imgproxy.isSigned && !WebImageGrammar().isSigned && !ThumborGrammar().isSigned)
        imgproxy.keys = [ImgproxyKey(key: [1], salt: [])]
        #expect(imgproxy.isSigned)
        #expect(WebImageGrammar(keys: [[1]]).isSigned)
        #expect(ThumborGrammar(key: "k").isSigned)
    }

    @Test func `a grammar of a program may need a signature, and ignores no option`() {
        struct OwnGrammar: URLGrammar {
            func plan(for target: String, at now: Int) throws(URLFault) -> ImagePlan {
                ImagePlan(source: target)
            }
        }
        #expect(OwnGrammar().isSigned)
        #expect(OwnGrammar().ignoredOptions.isEmpty)
    }
}
