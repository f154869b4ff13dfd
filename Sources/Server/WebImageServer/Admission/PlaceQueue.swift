#if Server
    import WebImage

    /// The parties that a request asks for a place for.
    struct Visitor: Hashable, Sendable {
        /// The client; nil if it is not known, which has no separate share.
        var client: ClientAddress?
        /// The host of the source; nil for none.
        var host: String?
    }

    /// The places of one kind of work, and the requests that wait for one.
    ///
    /// A pure state machine; ``Places`` drives it. Clients have fair turns: a place goes to the
    /// client that has the fewest, of equals to the one that has waited longest, or with
    /// `lastComeFirst` to the latest one, as it goes within a client's requests. Passed over are
    /// clients and hosts that have their share. Once several clients have places of a host, the
    /// last eighth is for those without one. After each step no request waits that could enter.
    struct PlaceQueue {
        /// The most places at once, at least 1: of all, of one client, of one host of sources.
        struct Shares: Hashable, Sendable {
            var all: Int
            var client = Int.max
            var host = Int.max
        }

        /// The number of a request; later ones have higher numbers.
        typealias Number = Int
        /// The requests of one client that wait, by their host, each in order.
        private typealias Lines = [String?: ArraySlice<Number>]

        private let shares: Shares
        private let order: TransferOrder
        private var clients: [ClientAddress?: Int] = [:]
        private var hosts: [String: Int] = [:]
        /// The places of a client for a host.
        private var pairs: [Visitor: Int] = [:]
        private var lines: [ClientAddress?: Lines] = [:]
        private var lastNumber = 0

        /// The number of places that are taken.
        private(set) var count = 0
        private(set) var waitingCount = 0

        init(_ shares: Shares, order: TransferOrder = .firstComeFirst) {
            (self.shares, self.order) = (shares, order)
        }

        func waitingCount(of client: ClientAddress?) -> Int {
            (lines[client] ?? [:]).values.reduce(0) { $0 + $1.count }
        }

        var isFull: Bool { count >= shares.all }

        /// Returns `true` if a request would enter at once.
        func hasPlace(for visitor: Visitor) -> Bool {
            !isFull && hasShare(visitor.client) && hasShare(of: visitor)
        }

        mutating func issue() -> Number {
            lastNumber += 1
            return lastNumber
        }

        /// Asks for a place; returns `false` if the request waits for it.
        mutating func enter(_ number: Number, of visitor: Visitor) -> Bool {
            // Those that wait cannot enter, and a newcomer makes no room.
            if hasPlace(for: visitor) {
                take(visitor)
                return true
            }
            lines[visitor.client, default: [:]][visitor.host, default: []].append(number)
            waitingCount += 1
            return false
        }

        /// Removes a request, if it waits.
        mutating func withdraw(_ number: Number, of visitor: Visitor) {
            guard let place = lines[visitor.client]?[visitor.host]?.firstIndex(of: number) else {
                return
            }
            lines[visitor.client]?[visitor.host]?.remove(at: place)
            waitingCount -= 1
            dropEmptyLine(of: visitor)
        }

        /// Gives a place back; returns the requests that enter.
        mutating func leave(_ visitor: Visitor) -> [Number] {
            count -= 1
            clients[visitor.client] = clients[visitor.client].flatMap { $0 > 1 ? $0 - 1 : nil }
            if let host = visitor.host {
                hosts[host] = hosts[host].flatMap { $0 > 1 ? $0 - 1 : nil }
                pairs[visitor] = pairs[visitor].flatMap { $0 > 1 ? $0 - 1 : nil }
            }
            var entered: [Number] = []
            while let (number, next) = next {
                if order == .firstComeFirst {
                    lines[next.client]?[next.host]?.removeFirst()
                } else {
                    lines[next.client]?[next.host]?.removeLast()
                }
                waitingCount -= 1
                dropEmptyLine(of: next)
                take(next)
                entered.append(number)
            }
            return entered
        }

        /// The request that may enter, if any may.
        private var next: (Number, Visitor)? {
            guard !isFull, waitingCount > 0 else { return nil }
            let isForward = order == .firstComeFirst
            var best: (turn: (Int, Number), number: Number, visitor: Visitor)?
            for (client, lines) in lines where hasShare(client) {
                let held = clients[client] ?? 0
                for (host, line) in lines {
                    let visitor = Visitor(client: client, host: host)
                    guard let number = isForward ? line.first : line.last, hasShare(of: visitor)
                    else { continue }
                    let turn = (held, isForward ? number : -number)
                    if let best, best.turn < turn { continue }
                    best = (turn, number, visitor)
                }
            }
            return best.map { ($0.number, $0.visitor) }
        }

        private func hasShare(_ client: ClientAddress?) -> Bool {
            client == nil || clients[client] ?? 0 < shares.client
        }

        /// Returns `true` if the host of a visitor has a place for that client.
        private func hasShare(of visitor: Visitor) -> Bool {
            guard let host = visitor.host else { return true }
            let held = hosts[host] ?? 0
            guard held < shares.host else { return false }
            let isLast = held >= shares.host - shares.host / 8
            guard isLast, visitor.client != nil, let own = pairs[visitor] else { return true }
            return own == held
        }

        private mutating func take(_ visitor: Visitor) {
            count += 1
            clients[visitor.client, default: 0] += 1
            if let host = visitor.host {
                hosts[host, default: 0] += 1
                pairs[visitor, default: 0] += 1
            }
        }

        private mutating func dropEmptyLine(of visitor: Visitor) {
            guard lines[visitor.client]?[visitor.host]?.isEmpty == true else { return }
            lines[visitor.client]?[visitor.host] = nil
            if lines[visitor.client]?.isEmpty == true { lines[visitor.client] = nil }
        }
    }
#endif
