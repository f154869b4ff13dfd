/// The response of an origin, as rules of fields see it.
public struct AnsweredSource: Sendable {
    /// The fields by their names in lower case; those of one name are joined by commas.
    public var fields: [String: String]
    /// The seconds for which the address lets clients keep the answer, after
    /// ``AnswerRules/lifetime(stated:)``; nil if it states none.
    public var lifetime: Int?
    /// The time in seconds since 1970.
    public var now: Int

    /// Creates a response.
    public init(fields: [String: String], lifetime: Int?, now: Int) {
        (self.fields, self.lifetime, self.now) = (fields, lifetime, now)
    }
}
