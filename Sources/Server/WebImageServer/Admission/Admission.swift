#if Server
    import WebImage
    import WebImageURLs

    /// Admits a bounded number of requests to load, to work and to pass sources through; the next
    /// ones wait in a queue, and are refused if that is full.
    ///
    /// A request holds a place to load from its entrance to its answer, whatever its origin does.
    /// Decoding, transforms and encoding begin once the bytes are there, and hold a place of work.
    /// A source that passes through lasts as long as its client reads: it holds no place to load
    /// once its answer begins.
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

        /// The client of the request that the current task belongs to, for its work in the
        /// pipeline.
        @TaskLocal static var client: ClientAddress?
        /// `false` while the current task looks for an answer that needs no work.
        @TaskLocal static var mayWork = true

        private let loads, works, streams: Places
        private let room: Room

        /// - Parameters:
        ///   - loads: The most requests that are inside at once, with
        ///     ``ServerSettings/maxLoads``' shares.
        ///   - order: The order of requests that wait.
        init(
            workers: Int, loads: Int, room: Room, order: TransferOrder = .firstComeFirst,
            metrics: ServerMetrics
        ) {
            let (workers, loads) = (max(1, workers), max(1, workers, loads))
            // So many places to load a client or a host has at least.
            let least = min(loads, 16)
            self.loads = Places(
                PlaceQueue.Shares(
                    all: loads, client: max(least, loads / 4), host: max(least, loads / 2)),
                order: order, waits: metrics.waits, holds: metrics.loads)
            streams = Places(
                PlaceQueue.Shares(all: loads, client: max(least, loads / 8)),
                order: order, waits: metrics.waits, holds: metrics.streams)
            works = Places(
                PlaceQueue.Shares(all: workers), order: order, waits: metrics.waits,
                holds: metrics.works)
            self.room = room
        }

        private var all: [Places] { [streams, loads, works] }

        /// The number of requests that wait to enter, and of pictures that wait for their work.
        var waitingCount: Int { all.reduce(0) { $0 + $1.waiting(of: nil).all } }

        /// Returns `true` if a request would have to wait, to enter or for its work.
        func isBusy(for visitor: Visitor) -> Bool { works.isFull || !loads.hasPlace(for: visitor) }

        /// Returns a place to load for a request that may need work, as soon as it is its turn.
        ///
        /// - Throws: The refusal, without delay if the places to wait are taken.
        func enter(_ visitor: Visitor) async throws(Refusal) -> Place {
            try checkQueue(visitor, for: [loads, works])
            guard let place = await loads.enter(visitor) else { throw .cancelled }
            return place
        }

        /// Returns the places of a source that passes through, as soon as it is its turn: one to
        /// load, until its answer begins, and one until its last byte is taken.
        ///
        /// A request that waits for the second holds no place to load.
        func enterStream(_ visitor: Visitor) async throws(Refusal) -> (load: Place, stream: Place) {
            try checkQueue(visitor, for: [streams, loads])
            guard let stream = await streams.enter(visitor), let load = await loads.enter(visitor)
            else { throw .cancelled }
            return (load, stream)
        }

        /// Refuses a request that would wait for a place if too many do, or too many of its client.
        private func checkQueue(_ visitor: Visitor, for places: [Places]) throws(Refusal) {
            guard let full = places.first(where: { !$0.hasPlace(for: visitor) }) else { return }
            guard case .places(let count) = room else {
                guard room == .none, full !== works else { return }
                throw .full(retryAfter: full.patience(behind: 0))
            }
            let waiting = all.map { $0.waiting(of: visitor.client) }
            let (sum, own) = waiting.reduce((0, 0)) { ($0.0 + $1.all, $0.1 + $1.own) }
            let share = visitor.client == nil ? count : max(1, count / 2)
            guard sum >= count || own >= share else { return }
            throw .full(retryAfter: full.patience(behind: sum))
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

    // The places of a request.
    extension ServerCall {
        /// Returns the parties by which the request is counted.
        func visitor(of plan: ImagePlan) -> Visitor {
            let names = fields.values("X-Forwarded-For")
            let client = connection?.address.map {
                ClientAddress(core.proxies.client(of: $0, forwardedFor: names))
            }
            let host = plan.address.origin.map { "\($0.scheme)://\($0.authority)" }
            return Visitor(client: client, host: host)
        }

        /// Returns the places of a request, or the fault of its refusal.
        func entrance<Value>(
            _ enter: () async throws(Admission.Refusal) -> Value
        ) async throws(ServerFault) -> Value {
            do throws(Admission.Refusal) {
                return try await enter()
            } catch {
                switch error {
                case .full(let seconds):
                    throw ServerFault(.full(retryAfter: seconds), "the queue is full")
                case .cancelled: throw ServerFault(.gone, "cancelled")
                }
            }
        }

        /// Returns the answer by a file that is in a cache, if a new one had to wait; nil for
        /// others.
        func cachedWhileBusy(_ plan: ImagePlan, _ visitor: Visitor) async -> Answer? {
            guard plan.product == .picture, core.admission.isBusy(for: visitor) else { return nil }
            return await Admission.$mayWork.withValue(false) { await cached(plan) }
        }

        /// Returns the answer with a source as it comes, within a place to pass through.
        func passedSource(
            of plan: ImagePlan, _ visitor: Visitor
        ) async throws(ServerFault) -> Answer {
            let places = try await entrance { () throws(Admission.Refusal) in
                try await core.admission.enterStream(visitor)
            }
            defer { places.load.end() }
            return try await source(of: plan, in: places.stream)
        }
    }
#endif
