/// The waiters of each piece of shared work and their combined needs: the state of ``SharedWork``.
///
/// A flight is open, so that newcomers join it, until it is sealed, ends, or its last waiter leaves;
/// whoever comes after that starts a new one. Each time a flight closes, the epoch of its key
/// changes: who looked for a result elsewhere before that has to look again before it starts one.
package struct SharedWorkTable<Key: Hashable, Waiter> {
    /// Names one flight; never used twice.
    package typealias FlightID = UInt64
    /// Names one waiter; never used twice.
    package typealias WaiterID = UInt64

    /// What the driver does after a waiter came.
    package enum JoinAction: Equatable {
        /// Start the work of this new flight.
        case start(FlightID)
        /// Nothing: the work is under way.
        case wait(FlightID)
        /// Send it away to look again: a flight of that key has closed since it looked.
        case overtaken
    }

    /// What the driver does after a waiter left.
    package enum LeaveAction {
        /// Nothing: the waiter has its result already.
        case none
        /// Tell the waiter; others still want the work of that flight.
        case tell(Waiter, FlightID)
        /// Tell the waiter, and cancel the flight's work: nobody else wants it.
        case tellAndCancel(Waiter, FlightID)
    }

    private struct Seat {
        let waiter: Waiter
        var update: NeedsUpdate
    }

    private struct Flight {
        let key: Key
        var seats: [WaiterID: Seat] = [:]
        var tally = NeedsTally()
        /// The union as it was when somebody asked for news.
        var told: NeedsUpdate
    }

    private var flights: [FlightID: Flight] = [:]
    private var open: [Key: FlightID] = [:]
    private var places: [WaiterID: FlightID] = [:]
    private var lastFlight: FlightID = 0
    /// Closed flights by key; keys that fall together cost a look in vain, no more.
    private var epochs = [UInt64](repeating: 0, count: 1024)

    /// A table without flights.
    package init() {}

    /// The number of flights under way.
    package var count: Int { flights.count }

    /// The number of those who wait.
    package var waiterCount: Int { places.count }

    /// Changes whenever a flight of that key closes.
    package func epoch(of key: Key) -> UInt64 { epochs[Self.slot(of: key)] }

    /// What all waiters of a flight need together, as ``takeNews(of:)`` told it last; nil when it is
    /// no longer under way.
    package func needs(of flight: FlightID) -> NeedsUpdate? { flights[flight]?.told }

    /// Adds a waiter to the open flight of that key, which begins with its first.
    ///
    /// - Parameter epoch: What ``epoch(of:)`` was before the waiter looked elsewhere; nil if it did
    ///   not look.
    package mutating func join(
        _ key: Key, as id: WaiterID, _ waiter: Waiter,
        needs: NeedsUpdate = NeedsUpdate(WorkNeeds()), since epoch: UInt64? = nil
    ) -> JoinAction {
        let found = open[key]
        if found == nil, let epoch, epoch != self.epoch(of: key) { return .overtaken }
        let flight = found ?? begin(key, needs.needs)
        flights[flight]?.seats[id] = Seat(waiter: waiter, update: needs)
        flights[flight]?.tally.add(needs.needs)
        places[id] = flight
        return found == nil ? .start(flight) : .wait(flight)
    }

    /// Takes a waiter out; the last one takes the flight along.
    package mutating func leave(_ id: WaiterID) -> LeaveAction {
        guard let flight = places.removeValue(forKey: id),
            let seat = flights[flight]?.seats.removeValue(forKey: id)
        else { return .none }
        flights[flight]?.tally.remove(seat.update.needs)
        guard flights[flight]?.seats.isEmpty == true else { return .tell(seat.waiter, flight) }
        close(flight)
        flights[flight] = nil
        return .tellAndCancel(seat.waiter, flight)
    }

    /// Notes what a waiter needs now, unless something later is known.
    ///
    /// - Returns: Its flight, nil if it doesn't wait.
    package mutating func change(_ id: WaiterID, to update: NeedsUpdate) -> FlightID? {
        guard let flight = places[id], let former = flights[flight]?.seats[id]?.update,
            former.revision < update.revision
        else { return nil }
        flights[flight]?.seats[id]?.update = update
        flights[flight]?.tally.replace(former.needs, by: update.needs)
        return flight
    }

    /// What the waiters of a flight need together, if that has changed since this was asked last.
    package mutating func takeNews(of flight: FlightID) -> NeedsUpdate? {
        guard let found = flights[flight], let union = found.tally.union,
            union != found.told.needs
        else { return nil }
        let news = NeedsUpdate(union, revision: found.told.revision + 1)
        flights[flight]?.told = news
        return news
    }

    /// Closes a flight to newcomers if nobody of it wants more kept than that.
    ///
    /// - Returns: False when somebody does: keep that too, and ask again.
    package mutating func seal(_ flight: FlightID, keeping kept: WorkOutputs) -> Bool {
        let wanted = flights[flight]?.tally.union?.keeping ?? WorkOutputs()
        guard wanted.isSubset(of: kept) else { return false }
        close(flight)
        return true
    }

    /// Ends a flight; returns who is to be told.
    package mutating func finish(_ flight: FlightID) -> [Waiter] {
        close(flight)
        guard let found = flights.removeValue(forKey: flight) else { return [] }
        for id in found.seats.keys { places[id] = nil }
        // A key path would be made at run time here, which costs more than all the rest.
        return found.seats.values.map { $0.waiter }
    }

    private mutating func begin(_ key: Key, _ needs: WorkNeeds) -> FlightID {
        lastFlight += 1
        flights[lastFlight] = Flight(key: key, told: NeedsUpdate(needs))
        open[key] = lastFlight
        return lastFlight
    }

    private mutating func close(_ flight: FlightID) {
        guard let key = flights[flight]?.key, open[key] == flight else { return }
        open[key] = nil
        epochs[Self.slot(of: key)] += 1
    }

    private static func slot(of key: Key) -> Int { Int(UInt(bitPattern: key.hashValue) % 1024) }
}
