import Synchronization
import WebImageLoading
import WebImageRuntime

/// The token in use; its provider is called once for all loads that wait for a token.
final class TokenStore: Sendable {
    /// Makes a token in place of the rejected one, if any.
    typealias Provider = @Sendable (_ rejected: String?) async throws -> String

    struct Token: Hashable, Sendable {
        let text: String
        /// The number of tokens before this one.
        let generation: UInt64
    }

    private struct State: Sendable {
        var token: Token?
        var rejected: String?
        var generation: UInt64 = 0
    }

    private struct NoUpdate: WorkUpdate {
        mutating func merge(_ newer: NoUpdate) {}
    }

    private let provider: Provider
    private let state = Mutex(State())
    private let flights = SharedWork<UInt64, Token, NoUpdate, LoadFailure>()

    init(_ provider: @escaping Provider) { self.provider = provider }

    /// Returns a token that no server rejected.
    ///
    /// A cancelled caller leaves at once; the last one cancels the provider.
    ///
    /// - Parameter limit: The longest time of the provider, of the load that asks it first.
    func token(within limit: Duration) async throws(LoadFailure) -> Token {
        let (token, generation) = state.withLock { ($0.token, $0.generation) }
        if let token { return token }
        return try await flights.value(
            for: .init(key: generation) { [self] work in
                let steps = StepWatch()
                steps.begin("provider")
                return await steps.run(
                    limit: limit,
                    onSilence: { _ in
                        work.abandon(
                            LoadFailure(.timedOut, "no access token within \(limit.spelling)"))
                    }
                ) { await ask(generation) }
            })
    }

    /// Notes that a server rejected a token; one that is no longer in use changes nothing.
    func reject(_ token: Token) {
        state.withLock { state in
            guard state.token == token else { return }
            state.token = nil
            state.rejected = token.text
        }
    }

    private func ask(_ generation: UInt64) async -> Result<Token, LoadFailure> {
        let (known, rejected) = state.withLock { ($0.token, $0.rejected) }
        // The token may have come before this task began.
        if let known { return .success(known) }
        do {
            let text = try await provider(rejected)
            try Task.checkCancellation()
            return .success(accept(Token(text: text, generation: generation)))
        } catch {
            let told = (error as? any LoadError)?.loadFailure
            let cancelled = error is CancellationError ? LoadFailure.cancelled : nil
            return .failure(cancelled ?? told ?? LoadFailure(.other, "\(error)"))
        }
    }

    /// Takes a token into use unless there is a newer one; returns the one in use.
    private func accept(_ token: Token) -> Token {
        state.withLock { state in
            guard token.generation == state.generation else { return state.token ?? token }
            state = State(token: token, generation: token.generation + 1)
            return token
        }
    }
}
