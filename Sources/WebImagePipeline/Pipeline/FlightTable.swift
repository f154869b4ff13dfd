/// Who waits for which piece of work: the pure state of ``SingleFlight``.
///
/// A flight is under way while it is in the table. It leaves the table when its work ends or when
/// its last waiter leaves; whoever comes after that starts a new one.
package struct FlightTable<Key: Hashable, Waiter> {
    /// Names one flight; never used twice.
    package typealias FlightID = UInt64
    /// Names one waiter; never used twice.
    package typealias WaiterID = UInt64

    /// What the driver does after a waiter joined.
    package enum JoinAction: Equatable {
        /// Start the work of this new flight.
        case start(FlightID)
        /// Nothing: the work is under way.
        case wait(FlightID)
    }

    /// What the driver does after a waiter left.
    package enum LeaveAction {
        /// Nothing: the waiter has its result already.
        case none
        /// Tell the waiter; others still want the work.
        case tell(Waiter)
        /// Tell the waiter, and cancel the flight's work: nobody else wants it.
        case tellAndCancel(Waiter, FlightID)
    }

    private struct Flight {
        let id: FlightID
        var waiters: [WaiterID: Waiter]
    }

    private var flights: [Key: Flight] = [:]
    private var lastFlight: FlightID = 0

    /// A table without flights.
    package init() {}

    /// The number of flights under way.
    package var count: Int { flights.count }

    /// The waiters of a flight, in no order; none when it is no longer under way.
    package func waiters(of key: Key, flight: FlightID) -> [Waiter] {
        guard let found = flights[key], found.id == flight else { return [] }
        return Array(found.waiters.values)
    }

    /// Adds a waiter to the flight of that key, which begins with its first.
    package mutating func join(_ key: Key, as id: WaiterID, _ waiter: Waiter) -> JoinAction {
        if let flight = flights[key] {
            flights[key]?.waiters[id] = waiter
            return .wait(flight.id)
        }
        lastFlight += 1
        flights[key] = Flight(id: lastFlight, waiters: [id: waiter])
        return .start(lastFlight)
    }

    /// Takes a waiter out; the last one takes the flight along.
    package mutating func leave(_ key: Key, _ id: WaiterID) -> LeaveAction {
        guard let waiter = flights[key]?.waiters.removeValue(forKey: id) else { return .none }
        guard let flight = flights[key], flight.waiters.isEmpty else { return .tell(waiter) }
        flights[key] = nil
        return .tellAndCancel(waiter, flight.id)
    }

    /// Ends a flight; returns who is to be told.
    package mutating func finish(_ key: Key, flight: FlightID) -> [Waiter] {
        guard let found = flights[key], found.id == flight else { return [] }
        flights[key] = nil
        return Array(found.waiters.values)
    }
}
