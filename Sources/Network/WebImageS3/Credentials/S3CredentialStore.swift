import FoundationEssentials
import Synchronization
import WebImageInterceptors
import WebImageLoading
import WebImageRuntime

/// The credentials in use; their source is asked once for all loads that wait.
final class S3CredentialStore: Sendable {
    /// The seconds before the expiration from which credentials are renewed.
    private static let margin = 300.0
    /// The seconds until a source is asked again after a renewal.
    private static let pause = 60.0
    /// The seconds for which a failure is the answer to all loads.
    private static let failureLifetime = 5.0
    /// The thread that sources may block.
    private static let place = WorkExecutor(maxThreads: 1)

    private struct State: Sendable {
        var outcome: Outcome?
        /// The moment from which the source is asked again.
        var renewal = Date.distantPast
        /// The number of times that the source was asked.
        var generation: UInt64 = 0
    }

    private struct NoUpdate: WorkUpdate {
        mutating func merge(_ newer: NoUpdate) {}
    }

    private typealias Outcome = Result<S3Credentials, LoadFailure>

    private let source: any S3CredentialSource
    private let clock: LoadClock
    private let state = Mutex(State())
    private let flights = SharedWork<UInt64, S3Credentials, NoUpdate, LoadFailure>()

    init(_ source: any S3CredentialSource, clock: LoadClock) {
        (self.source, self.clock) = (source, clock)
    }

    /// Returns credentials that have not expired; a cancelled caller leaves at once.
    func credentials() async throws(LoadFailure) -> S3Credentials {
        let held = state.withLock { $0 }
        if let outcome = held.outcome, clock.date() < held.renewal { return try outcome.get() }
        return try await flights.value(
            for: .init(key: held.generation, on: Self.place) { [self] _ in
                await renew(held.generation)
            })
    }

    /// Notes that a store refused credentials; others than those in use change nothing.
    func reject(_ refused: S3Credentials) {
        state.withLock { state in
            guard case .success(refused) = state.outcome else { return }
            (state.outcome, state.renewal) = (nil, .distantPast)
        }
    }

    private func renew(_ generation: UInt64) async -> Outcome {
        let held = state.withLock { $0 }
        // They may have come before this task began.
        if held.generation != generation, let known = held.outcome { return known }
        var outcome = await ask()
        if case .failure(let failure) = outcome, failure.kind == .cancelled { return outcome }
        let now = clock.date()
        var renewal = now.addingTimeInterval(Self.failureLifetime)
        if case .success(let found) = outcome {
            renewal =
                found.expiration.map { end in
                    min(
                        end,
                        max(
                            end.addingTimeInterval(-Self.margin), now.addingTimeInterval(Self.pause)
                        ))
                } ?? .distantFuture
        } else if case .success(let old)? = held.outcome, let end = old.expiration, end > now {
            (outcome, renewal) = (.success(old), min(end, now.addingTimeInterval(Self.pause)))
        }
        state.withLock {
            $0 = State(outcome: outcome, renewal: renewal, generation: generation + 1)
        }
        return outcome
    }

    private func ask() async -> Outcome {
        do {
            let found = try await source.credentials()
            try Task.checkCancellation()
            return found.map { .success($0) } ?? .failure(Self.missing)
        } catch is CancellationError {
            return .failure(LoadFailure(.cancelled, "cancelled"))
        } catch {
            let unknown = LoadFailure(.other, "the credentials of S3 cannot be read")
            return .failure(LoadFailure(thrown: error) ?? unknown)
        }
    }

    private static let missing = LoadFailure(
        .other,
        "there are no credentials for S3: neither in the environment (AWS_ACCESS_KEY_ID) nor in "
            + "~/.aws/credentials, and neither a container nor a machine has a role")
}
