#if Server
    import WebImage

    /// The entrance of requests: places to load, and fewer places of work, which the pipeline asks for.
    ///
    /// A request holds a place to load from its entrance to its answer, whatever its origin does meanwhile.
    /// Decoding, transforms and encoding begin once the bytes are there, and hold a place of work.
    final class Admission: Sendable {
        /// The reason why a request does not enter.
        enum Refusal: Error, Hashable {
            /// All places to wait are taken; the seconds after which one is likely free.
            case full(retryAfter: Int)
            /// The task was cancelled while it waited.
            case cancelled
        }

        /// The room for requests that wait.
        enum Room: Hashable, Sendable {
            /// No limit.
            case unlimited
            /// So many places, to enter and for work together; a client has half.
            case places(Int)
            /// None at the entrance; those that are inside wait for work.
            case none
        }

        /// The places to load that a client or a host has at least.
        private static let leastShare = 16

        /// The client of the request that the current task belongs to, for its work in the pipeline.
        @TaskLocal static var client: ClientAddress?
        /// `false` while the current task looks for an answer that needs no work.
        @TaskLocal static var mayWork = true

        private let loads: Places
        private let works: Places
        private let room: Room

        /// - Parameters:
        ///   - workers: The most pictures that are worked on at once.
        ///   - loads: The most requests that are inside at once, no fewer than workers; of more than a few, a client
        ///     has a quarter of them, a host of sources half.
        init(workers: Int, loads: Int, room: Room, metrics: ServerMetrics) {
            let (workers, loads) = (max(1, workers), max(1, workers, loads))
            let least = min(loads, Self.leastShare)
            let waits: Places.Record = { $0 ? metrics.beginWait() : metrics.endWait() }
            self.loads = Places(
                PlaceQueue.Shares(
                    all: loads, client: max(least, loads / 4), host: max(least, loads / 2)),
                waits: waits, holds: { $0 ? metrics.beginLoad() : metrics.endLoad() })
            works = Places(
                PlaceQueue.Shares(all: workers), waits: waits,
                holds: { $0 ? metrics.beginWork() : metrics.endWork() })
            self.room = room
        }

        /// The number of requests that wait to enter, and of pictures that wait for their work.
        var waitingCount: Int { loads.waiting(of: nil).all + works.waiting(of: nil).all }

        /// Returns `true` if a request would have to wait, to enter or for its work.
        func isBusy(for visitor: Visitor) -> Bool {
            works.isFull || !loads.hasPlace(for: visitor)
        }

        /// Returns a place to load, as soon as it is its turn.
        ///
        /// - Parameter works: `true` if the request needs work behind its load.
        /// - Throws: The refusal, without delay if the places to wait are taken.
        func enter(_ visitor: Visitor, works needsWork: Bool) async throws(Refusal) -> Place {
            try checkQueue(visitor, works: needsWork)
            guard let place = await loads.enter(visitor) else { throw .cancelled }
            return place
        }

        /// Refuses a request that would wait if too many do, or too many of its client.
        private func checkQueue(_ visitor: Visitor, works needsWork: Bool) throws(Refusal) {
            guard case .places(let count) = room else {
                guard room == .none, !loads.hasPlace(for: visitor) else { return }
                throw .full(retryAfter: loads.patience(behind: 0))
            }
            let hasPlace = loads.hasPlace(for: visitor)
            guard !hasPlace || needsWork && works.isFull else { return }
            let (toLoad, toWork) = (
                loads.waiting(of: visitor.client), works.waiting(of: visitor.client)
            )
            let (all, own) = (toLoad.all + toWork.all, toLoad.own + toWork.own)
            let share = visitor.client == nil ? count : max(1, count / 2)
            guard all >= count || own >= share else { return }
            throw .full(retryAfter: (hasPlace ? works : loads).patience(behind: all))
        }
    }

    extension Admission: WorkEntrance {
        /// Runs the work of a picture in a place of work, of the client that asked for it first.
        func run<Value: Sendable>(
            _ work: () async throws(ImageError) -> Value
        ) async throws(ImageError) -> Value {
            guard Self.mayWork else { throw .notCached }
            guard let place = await works.enter(Visitor(client: Self.client)) else {
                throw .cancelled
            }
            defer { place.end() }
            return try await work()
        }
    }
#endif
