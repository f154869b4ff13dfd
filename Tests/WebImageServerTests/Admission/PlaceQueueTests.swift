#if Server
    import Testing
    import WebImage

    @testable import WebImageServer

    /// The order in which places are shared out.
    struct PlaceQueueTests {
        private static func visitor(_ last: UInt32, _ host: String? = nil) -> Visitor {
            Visitor(client: ClientAddress(IPAddress(v4: 0xC000_0200 | last)), host: host)
        }

        private let one = Self.visitor(1)
        private let two = Self.visitor(2)

        /// Asks for a place; returns the number, and `true` if the request is inside.
        private func enter(
            _ visitor: Visitor, _ queue: inout PlaceQueue
        ) -> (number: Int, isInside: Bool) {
            let number = queue.issue()
            return (number, queue.enter(number, of: visitor))
        }

        @Test func `a request beyond the places waits until one is given back`() {
            var queue = PlaceQueue(PlaceQueue.Shares(all: 1))
            #expect(enter(one, &queue).isInside)
            #expect(queue.isFull && !queue.hasPlace(for: two))
            let waiting = enter(two, &queue)
            #expect(!waiting.isInside && queue.waitingCount == 1)
            #expect(queue.leave(one) == [waiting.number])
            #expect(queue.isFull && queue.waitingCount == 0)
            #expect(queue.leave(two).isEmpty && queue.count == 0)
        }

        @Test func `with the last to come first, the latest request of a client enters`() {
            var queue = PlaceQueue(PlaceQueue.Shares(all: 1), order: .lastComeFirst)
            _ = enter(one, &queue)
            let first = enter(one, &queue).number
            let hosted = enter(Self.visitor(1, "b"), &queue).number
            let last = enter(one, &queue).number
            #expect(queue.leave(one) == [last])
            #expect(queue.leave(one) == [hosted])
            #expect(queue.leave(Self.visitor(1, "b")) == [first])
            #expect(queue.waitingCount == 0)
        }

        @Test func `with the last to come first, clients still have fair turns`() {
            var queue = PlaceQueue(PlaceQueue.Shares(all: 2), order: .lastComeFirst)
            for _ in 0..<2 { _ = enter(one, &queue) }
            let other = enter(two, &queue).number
            let late = enter(one, &queue).number
            #expect(queue.leave(one) == [other])
            #expect(queue.leave(two) == [late])
        }

        @Test func `a place goes to the client that has the fewest`() {
            var queue = PlaceQueue(PlaceQueue.Shares(all: 2))
            for _ in 0..<2 { _ = enter(one, &queue) }
            let (first, second) = (enter(one, &queue).number, enter(one, &queue).number)
            let other = enter(two, &queue).number
            #expect(queue.leave(one) == [other])
            #expect(queue.leave(one) == [first])
            #expect(queue.leave(two) == [second])
        }

        @Test func `clients with as many places go in the order in which they came`() {
            var queue = PlaceQueue(PlaceQueue.Shares(all: 1))
            _ = enter(Self.visitor(9), &queue)
            let numbers = (1...4).map { enter(Self.visitor($0), &queue).number }
            var (last, order) = (Self.visitor(9), [Int]())
            for client in 1...4 {
                order += queue.leave(last)
                last = Self.visitor(UInt32(client))
            }
            #expect(order == numbers)
        }

        @Test func `a client with its share is passed over`() {
            var queue = PlaceQueue(PlaceQueue.Shares(all: 3, client: 2))
            for _ in 0..<2 { #expect(enter(one, &queue).isInside) }
            let waiting = enter(one, &queue)
            #expect(!waiting.isInside && queue.waitingCount(of: one.client) == 1)
            #expect(enter(two, &queue).isInside)
            #expect(queue.leave(two).isEmpty)
            #expect(queue.leave(one) == [waiting.number])
        }

        @Test func `a host with its share keeps no request for another one waiting`() {
            var queue = PlaceQueue(PlaceQueue.Shares(all: 3, host: 1))
            #expect(enter(Self.visitor(1, "a"), &queue).isInside)
            let waiting = enter(Self.visitor(2, "a"), &queue)
            #expect(!waiting.isInside)
            #expect(enter(Self.visitor(2, "b"), &queue).isInside)
            #expect(enter(Self.visitor(3), &queue).isInside)
            #expect(queue.leave(Self.visitor(1, "a")) == [waiting.number])
        }

        @Test func `the last places of a host are for clients without one`() {
            var queue = PlaceQueue(PlaceQueue.Shares(all: 100, client: 8, host: 16))
            for client in UInt32(1)...2 {
                for _ in 0..<8 { _ = enter(Self.visitor(client, "a"), &queue) }
            }
            #expect(queue.count == 14 && queue.waitingCount == 2)
            #expect(enter(Self.visitor(3, "a"), &queue).isInside)
            #expect(!enter(Self.visitor(3, "a"), &queue).isInside)
            #expect(enter(Self.visitor(4, "a"), &queue).isInside)
            let waiting = enter(Self.visitor(5, "a"), &queue)
            #expect(!waiting.isInside)
            #expect(enter(Self.visitor(3, "b"), &queue).isInside)
            #expect(queue.leave(Self.visitor(1, "a")) == [waiting.number])
        }

        @Test func `one client alone has all places of a host`() {
            var queue = PlaceQueue(PlaceQueue.Shares(all: 100, host: 16))
            for _ in 0..<16 { #expect(enter(Self.visitor(1, "a"), &queue).isInside) }
            #expect(!enter(Self.visitor(2, "a"), &queue).isInside)
        }

        @Test func `requests of clients that are not known have no share`() {
            var queue = PlaceQueue(PlaceQueue.Shares(all: 3, client: 1))
            for _ in 0..<3 { #expect(enter(Visitor(), &queue).isInside) }
            #expect(!enter(Visitor(), &queue).isInside)
        }

        @Test func `a request that is withdrawn gets no place`() {
            var queue = PlaceQueue(PlaceQueue.Shares(all: 1))
            _ = enter(one, &queue)
            let (first, second) = (enter(two, &queue).number, enter(two, &queue).number)
            queue.withdraw(first, of: two)
            queue.withdraw(first, of: two)
            #expect(queue.waitingCount == 1)
            #expect(queue.leave(one) == [second])
        }
    }
#endif
