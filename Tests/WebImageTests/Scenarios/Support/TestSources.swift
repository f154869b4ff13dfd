/// The tests of Swift files and what they check, read from the text of the files.
struct TestSources {
    private static let expectations = ["#expect", "#require", "Issue.record"]

    private var tests: [String: [TestScan.Test]] = [:]

    /// The names of all tests.
    var names: some Sequence<String> { tests.keys }

    /// Adds the tests of a file.
    ///
    /// - Parameters:
    ///   - text: The content of the file.
    ///   - suite: The name of the file without its extension.
    mutating func add(_ text: String, suite: String) {
        for test in TestScan(text, suite: suite).tests {
            tests[test.name, default: []].append(test)
        }
    }

    /// Returns the reason why a name is not that of one test that checks something; nil if it is.
    ///
    /// An expectation in a function that the test calls does not count: it cannot be told from one
    /// of another function of the same name.
    ///
    /// - Parameter name: The name of a test; with its suite, as in `ATests/a name`, if several
    ///   suites have a test of that name.
    func fault(of name: String) -> String? {
        let found = tests(named: name)
        guard let test = found.first else { return "there is no such test" }
        if found.count > 1 { return "several suites have such a test" }
        if test.attributes.contains(".disabled") { return "the test is disabled" }
        let isChecking = Self.expectations.contains(where: test.body.contains)
        return isChecking ? nil : "the test checks nothing"
    }

    /// Returns `true` if a test is skipped where the corpus is missing.
    func needsCorpus(_ name: String) -> Bool {
        tests(named: name).allSatisfy { $0.attributes.contains("Corpus.") }
    }

    private func tests(named name: String) -> [TestScan.Test] {
        if let found = tests[name] { return found }
        let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return [] }
        return tests[parts[1], default: []].filter { $0.suite == parts[0] }
    }
}
