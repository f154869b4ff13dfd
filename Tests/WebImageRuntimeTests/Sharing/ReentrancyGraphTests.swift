import TestSupport
import Testing
import WebImageCaching
import WebImageRuntime

/// The graph of waiting loads alone.
struct ReentrancyGraphTests {
    @Test func `waiting for oneself is refused, directly and around`() {
        var graph = ReentrancyGraph()
        let own = graph.begin(1, on: 1)
        #expect(own == nil)
        let waits = [graph.begin(1, on: 2), graph.begin(2, on: 3)]
        #expect(!waits.contains(nil))
        let circles = [graph.begin(3, on: 1), graph.begin(2, on: 1)]
        #expect(circles == [nil, nil])
        let shortCut = graph.begin(1, on: 3)
        #expect(shortCut != nil)
    }

    @Test func `a wait that is over stands in nobody's way`() throws {
        var graph = ReentrancyGraph()
        let (first, second) = (graph.begin(1, on: 2), graph.begin(1, on: 2))
        graph.end(try #require(first))
        let early = graph.begin(2, on: 1)
        #expect(early == nil)
        graph.end(try #require(second))
        graph.end(try #require(second))
        let back = graph.begin(2, on: 1)
        graph.end(try #require(back))
        #expect(graph.waiterCount == 0)
    }

    @Test func `no order of waits ever closes a circle, and only circles are refused`() {
        var random = SplitMix(state: 7)
        for _ in 0..<200 {
            var graph = ReentrancyGraph()
            var edges: [(wait: ReentrancyGraph.Wait, from: UInt64, to: UInt64)] = []
            for _ in 0..<60 {
                if !edges.isEmpty, random.next() % 4 == 0 {
                    graph.end(edges.remove(at: Int(random.next() % UInt64(edges.count))).wait)
                    continue
                }
                let (from, to) = (random.next() % 8, random.next() % 8)
                let closes = Self.reaches(from, from: to, edges.map { ($0.from, $0.to) })
                let wait = graph.begin(from, on: to)
                #expect((wait == nil) == closes)
                if let wait { edges.append((wait, from, to)) }
            }
        }
    }

    /// Searches everything reachable, round by round.
    private static func reaches(
        _ goal: UInt64, from start: UInt64, _ edges: [(from: UInt64, to: UInt64)]
    ) -> Bool {
        var found: Set = [start]
        while true {
            let more = found.union(edges.filter { found.contains($0.from) }.map(\.to))
            if more == found { return found.contains(goal) }
            found = more
        }
    }
}
