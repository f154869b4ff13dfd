import WebImageRuntime

/// The token that is in use, and which one comes next.
///
/// Pure; ``TokenStore`` asks for tokens.
package struct TokenState: Sendable {
    /// A token and the number of its generation.
    package struct Token: Hashable, Sendable {
        /// What is sent.
        package let text: String
        /// Counts how often a token was asked for before.
        package let generation: UInt64
    }

    /// What one who needs a token does.
    package enum Action: Hashable, Sendable {
        /// Send this one.
        case use(Token)
        /// Ask for the token of this generation, or wait for those who do.
        case ask(generation: UInt64, rejected: String?)
    }

    private var token: Token?
    private var rejected: String?
    private var generation: UInt64 = 0

    /// No token is there.
    package init() {}

    /// What to do now.
    package var action: Action {
        if let token { return .use(token) }
        return .ask(generation: generation, rejected: rejected)
    }

    /// A server refused a token; one that is no longer in use changes nothing.
    package mutating func reject(_ refused: Token) {
        guard token == refused else { return }
        token = nil
        rejected = refused.text
    }

    /// The token of a generation is there.
    ///
    /// - Returns: It, or the newer one that is in use.
    package mutating func accept(_ text: String, generation: UInt64) -> Token {
        let new = Token(text: text, generation: generation)
        guard generation == self.generation else { return token ?? new }
        self.generation += 1
        token = new
        rejected = nil
        return new
    }
}
