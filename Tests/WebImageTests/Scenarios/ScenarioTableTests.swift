import Testing
import WebImageCaching

/// The tables that map SDWebImage's scenarios and tests to tests here.
struct ScenarioTableTests {
    /// The articles, and the number of scenarios of each.
    static let articles = [("000", 21), ("001", 26), ("002", 37), ("003", 30), ("004", 26)]

    @Test(arguments: articles)
    func `every scenario of an article has a row and a test`(
        _ article: String, _ count: Int
    ) throws {
        let rows = try ScenarioTable.rows(of: article)
        #expect(rows.map(\.id).sorted() == (1...count).map { "\(article)-\($0)" }.sorted())
        let tests = try ScenarioTable.tests()
        for row in rows where !row.isNotThere {
            #expect(tests.contains { $0.hasPrefix("\(row.id) ") }, "\(row.id) has no test")
        }
    }

    @Test func `no more than one scenario is not there`() throws {
        let absent = try Self.articles.flatMap { try ScenarioTable.rows(of: $0.0) }
            .filter(\.isNotThere)
        #expect(absent.map(\.id) == ["001-25"])
    }

    @Test func `each of SDWebImage's 237 tests has a row, and its tests exist`() throws {
        let rows =
            try ScenarioTable.rows(of: "sdwebimage-tests") + ScenarioTable.rows(of: "views")
        #expect(rows.count == 237)
        let tests = try ScenarioTable.tests()
        for row in rows {
            #expect(row.isNotThere || !row.tests.isEmpty, "\(row.id) says nothing")
            for name in row.tests where !row.isNotThere {
                #expect(tests.contains(name), "\(row.id) names no test: \(name)")
            }
        }
    }
}
