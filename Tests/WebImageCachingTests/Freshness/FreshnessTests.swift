import Testing

/// RFC 9111 as a table: each row is named after the section that it tests.
struct FreshnessTests {
    @Test(arguments: lifetimes)
    func `an answer is fresh for as long as it says`(_ row: FreshnessRow) {
        #expect(row.judged == row.verdict)
    }

    @Test(arguments: statuses)
    func `a status that is not cacheable by itself lives by what it says`(_ row: FreshnessRow) {
        #expect(row.judged == row.verdict)
    }

    @Test(arguments: ages)
    func `its age counts from where it was made`(_ row: FreshnessRow) {
        #expect(row.judged == row.verdict)
    }

    @Test(arguments: stales)
    func `a stale answer is good for what it allows`(_ row: FreshnessRow) {
        #expect(row.judged == row.verdict)
    }

    @Test(arguments: requests)
    func `a request may want more, or less`(_ row: FreshnessRow) {
        #expect(row.judged == row.verdict)
    }

    @Test(arguments: varied)
    func `an answer fits requests like its own`(_ row: FreshnessRow) {
        #expect(row.judged == row.verdict)
    }

    @Test(arguments: modes)
    func `a shared cache obeys more`(_ row: FreshnessRow) {
        #expect(row.judged == row.verdict)
    }

    @Test func `the table has a row for every rule`() {
        let rows = [
            Self.lifetimes, Self.statuses, Self.ages, Self.stales, Self.requests, Self.varied,
            Self.modes,
        ].joined()
        #expect(rows.count >= 120)
        #expect(Set(rows.map(\.rule)).count == rows.count)
    }
}
