import Synchronization
import WebImageRuntime

/// Hands out tokens, asking for each once however many need it.
package final class TokenStore: Sendable {
    /// Makes a token; told the one that was refused.
    typealias Provider = @Sendable (_ rejected: String?) async throws -> String

    private struct NoUpdate: WorkUpdate {
        mutating func merge(_ newer: NoUpdate) {}
    }

    private let provider: Provider
    private let state = Mutex(TokenState())
    private let flights = SharedWork<UInt64, TokenState.Token, NoUpdate, LoadFailure>()

    /// A store without a token.
    init(_ provider: @escaping Provider) {
        self.provider = provider
    }

    /// A token that nobody has refused.
    ///
    /// Who is cancelled leaves at once; the provider is cancelled with the last who waits for it.
    func token() async throws(LoadFailure) -> TokenState.Token {
        switch state.withLock({ $0.action }) {
        case .use(let token): return token
        case .ask(let generation, let rejected):
            return try await flights.value(for: generation) { [self] _ in
                await ask(generation, rejected)
            }
        }
    }

    /// Notes that a server refused a token.
    func reject(_ token: TokenState.Token) { state.withLock { $0.reject(token) } }

    private func ask(
        _ generation: UInt64, _ rejected: String?
    ) async -> Result<TokenState.Token, LoadFailure> {
        // Somebody may have asked between this one's look and its turn.
        if case .use(let token) = state.withLock({ $0.action }) { return .success(token) }
        do {
            let text = try await provider(rejected)
            try Task.checkCancellation()
            return .success(state.withLock { $0.accept(text, generation: generation) })
        } catch {
            let told = (error as? any LoadError)?.loadFailure
            let cancelled = error is CancellationError ? LoadFailure.cancelled : nil
            return .failure(cancelled ?? told ?? LoadFailure(.other, "\(error)"))
        }
    }
}
