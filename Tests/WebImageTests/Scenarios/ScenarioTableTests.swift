import Testing
import WebImageCaching

/// The tables that map SDWebImage's scenarios and tests to tests here.
struct ScenarioTableTests {
    /// The articles, and the number of scenarios of each.
    static let articles = [("000", 21), ("001", 26), ("002", 37), ("003", 30), ("004", 26)]

    @Test(arguments: articles)
    func `every scenario of an article has a row, and tests that check it`(
        _ article: String, _ count: Int
    ) throws {
        let rows = try ScenarioTable.rows(of: article)
        #expect(rows.map(\.id).sorted() == (1...count).map { "\(article)-\($0)" }.sorted())
        let sources = try ScenarioTable.sources.get()
        for row in rows {
            let names = sources.names.filter { $0.hasPrefix("\(row.id) ") }
            #expect(row.isNotThere || !names.isEmpty, "\(row.id) has no test")
            for name in names {
                #expect(sources.fault(of: name) == nil, "\(name)")
                #expect(!sources.needsCorpus(name), "\(name)")
            }
        }
    }

    @Test func `no more than two scenarios are not there`() throws {
        let absent = try Self.articles.flatMap { try ScenarioTable.rows(of: $0.0) }
            .filter(\.isNotThere)
        #expect(absent.map(\.id) == ["001-25", "002-7"])
    }

    @Test func `each of SDWebImage's 237 tests has a row, and its tests check something`() throws {
        let rows =
            try ScenarioTable.rows(of: "sdwebimage-tests") + ScenarioTable.rows(of: "views")
        #expect(rows.count == 237)
        #expect(Set(rows.map(\.id)).count == 237)
        let sources = try ScenarioTable.sources.get()
        for row in rows {
            #expect(row.isNotThere || !row.tests.isEmpty, "\(row.id) says nothing")
            for name in row.tests {
                let fault = sources.fault(of: name)
                #expect(fault == nil, "\(row.id): \(name)")
            }
            // A public clone has no corpus.
            let isHeld = row.tests.contains { !sources.needsCorpus($0) }
            #expect(row.isNotThere || isHeld, "all tests of \(row.id) need the corpus")
        }
    }
}

/// The reading of tests for the tables: only one that checks something counts.
struct TestSourcesTests {
    private func fault(of name: String = "it holds", in text: String) -> String? {
        var sources = TestSources()
        sources.add(text, suite: "ATests")
        return sources.fault(of: name)
    }

    @Test(arguments: [
        "@Test func `it holds`() { #expect(1 == 1) }",
        "@MainActor @Test(arguments: [(1, \")\")]) private\n"
            + "func `it holds`(_ n: (Int, String)) { #expect(n.0 == 1) }",
        "@Test(.timeLimit(.minutes(5)))\n@MainActor\nfunc\n`it holds`\n() { try #require(x) }",
        "@Test func `it holds`() { if true { Issue.record(\"no\") } }",
    ])
    func `a test that checks something counts`(text: String) {
        #expect(fault(in: text) == nil)
    }

    @Test(arguments: [
        ("@Test func `it holds`() {}", "the test checks nothing"),
        ("@Test func `it holds`() { let one = 1; _ = one }", "the test checks nothing"),
        (
            "@Test func `it holds`() {\n // #expect(true)\n /* /* */ #expect(true) */ }\n#expect(x)",
            "the test checks nothing"
        ),
        (
            ##"@Test func `it holds`() { _ = "}#expect(\#(1))"; _ = """\##n#expect(x)\##n""" }"##,
            "the test checks nothing"
        ),
        (##"@Test func `it holds`() { _ = #""}\(#expect(x))"# }"##, "the test checks nothing"),
        (
            "@Test func `it holds`() { check() }\nfunc check() { #expect(1 == 1) }",
            "the test checks nothing"
        ),
        ("@Test(.disabled()) func `it holds`() { #expect(1 == 1) }", "the test is disabled"),
        (
            "@Suite(.disabled(\"so\")) struct A { @Test func `it holds`() { #expect(1 == 1) } }",
            "the test is disabled"
        ),
        ("func `it holds`() { #expect(1 == 1) }", "there is no such test"),
        ("// @Test func `it holds`() { #expect(1 == 1) }", "there is no such test"),
        ("@Test func other() { #expect(1 == 1) }\nfunc `it holds`() {}", "there is no such test"),
    ])
    func `a test that is empty, disabled or none does not`(text: String, fault: String) {
        #expect(self.fault(in: text) == fault)
    }

    @Test func `an expectation in an interpolated value is code`() {
        #expect(fault(in: ##"@Test func `it holds`() { print("\(f("}", #require(x)))") }"##) == nil)
    }

    @Test func `a name that several suites have names its suite`() {
        let text = "@Test func `it holds`() { #expect(1 == 1) }"
        var sources = TestSources()
        sources.add(text, suite: "ATests")
        sources.add(text, suite: "BTests")
        #expect(sources.fault(of: "it holds") == "several suites have such a test")
        #expect(sources.fault(of: "BTests/it holds") == nil)
        #expect(sources.fault(of: "CTests/it holds") == "there is no such test")
    }

    @Test(arguments: [
        ("@Test(arguments: Corpus.all) func `it holds`() { #expect(1 == 1) }", true),
        ("@Suite(.enabled(if: Corpus.isAvailable)) struct A { @Test func `it holds`() {} }", true),
        ("@Suite(.enabled(if: Corpus.isAvailable)) struct A {}\n@Test func `it holds`() {}", false),
    ])
    func `tests that need the corpus are known`(text: String, needsCorpus: Bool) {
        var sources = TestSources()
        sources.add(text, suite: "ATests")
        #expect(sources.needsCorpus("it holds") == needsCorpus)
    }
}
