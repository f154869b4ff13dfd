/// One of those who do the same work in turn.
struct Contestant {
    let name: String
    /// Does it and says what it cost.
    let run: () throws -> Sample
}
