import Testing

/// The mark of a test that checks a scenario of `Documentation/scenarios`; `scripts/pages` compares
/// both.
struct Scenario: TestTrait {
    /// The number, such as `004-15`.
    let number: String
}

extension Trait where Self == Scenario {
    /// Marks a test by the number of its scenario.
    static func scenario(_ number: String) -> Scenario { Scenario(number: number) }
}
