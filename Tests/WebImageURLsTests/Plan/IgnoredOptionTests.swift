import Foundation
import Testing

@testable import WebImageURLs

/// Options that change nothing, which the start and an article name.
struct IgnoredOptionTests {
    @Test(arguments: [
        (ImgproxyGrammar() as any URLGrammar, "Options that are read and change nothing:"),
        (ThumborGrammar(), "Filters that are read and change nothing:"),
    ])
    func `the article on the server names those that change nothing`(
        grammar: any URLGrammar, beginning: String
    ) throws {
        let file = URL(filePath: #filePath)
            .appending(
                path: "../../../../Sources/Library/WebImage/WebImage.docc/Guides/ImageServer.md")
        let page = try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
        let behind = try #require(page.range(of: beginning)).upperBound
        let sentence = try #require(page[behind...].split(separator: ".").first)
        let names = sentence.split(separator: "`").filter { $0.first?.isLetter == true }
        #expect(names.map(String.init) == grammar.ignoredOptions)
    }

    @Test func `the library's own addresses have none`() {
        #expect(WebImageGrammar().ignoredOptions.isEmpty)
    }

    @Test(arguments: ThumborIgnored.allCases)
    func `a filter of thumbor that is ignored leaves the plan as it is`(_ filter: ThumborIgnored)
        throws
    {
        let grammar = ThumborGrammar(allowsUnsafe: true)
        let plain = try grammar.plan(for: "/unsafe/30x20/example.com/a.jpg", at: 0)
        let filtered = try grammar.plan(
            for: "/unsafe/30x20/filters:\(filter.rawValue)(1,2,3)/example.com/a.jpg", at: 0)
        #expect(filtered == plain)
    }
}
