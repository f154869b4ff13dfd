extension HeaderFields {
    /// The whole numbers that the fields of that name say, in order.
    ///
    /// Several lines of one name are one list, as are several values between commas (RFC 9110,
    /// section 5.3). White space around a number is skipped, a sign may stand before it; what is no
    /// number from its first character to its last is left out: of ` 100 `, `100abc`, `abc`, an
    /// empty line and `7, 8` there remain 100, 7 and 8.
    public func integers(_ name: String) -> [Int] {
        values(name).flatMap { value in
            value.split(separator: ",").compactMap { Int($0.trimmingSpaces) }
        }
    }
}
