#if Server
    import WebImage

    /// The token of a field `Authorization` of the scheme `Bearer` (RFC 6750, section 2.1).
    struct BearerToken {
        /// The text behind the scheme.
        let text: Substring

        /// Reads a field; nil for another scheme.
        ///
        /// The name of the scheme has no case, and one blank or more follow (RFC 9110, section 11).
        init?(_ field: String) {
            let field = field.trimmingSpaces[...]
            let scheme = field.prefix { $0 != " " }
            guard String(scheme).equalsIgnoringCase("Bearer") else { return nil }
            text = field[scheme.endIndex...].drop { $0 == " " }
        }
    }
#endif
