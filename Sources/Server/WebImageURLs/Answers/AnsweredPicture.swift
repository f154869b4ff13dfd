/// A picture that was made, as rules of fields see it.
public struct AnsweredPicture: Sendable {
    /// The strong tag of the file, in quotation marks: a digest of its bytes.
    public var tag: String
    /// The number of bytes of the file.
    public var byteCount: Int
    /// The last change of the source, as its origin wrote it; nil for none.
    public var lastModified: String?
    /// The directives by which the origin lets clients keep the source, in the form of
    /// `Cache-Control`.
    public var directives: String
    /// The seconds since the source left its origin (RFC 9111, section 4.2.3); nil for a file.
    public var age: Int?
    /// The seconds for which the source stays fresh, negative once that is over; nil if none are
    /// stated.
    public var freshness: Int?
    /// The source.
    public var source: AnsweredSource

    /// Creates a picture.
    public init(tag: String, byteCount: Int, directives: String, source: AnsweredSource) {
        (self.tag, self.byteCount, self.directives) = (tag, byteCount, directives)
        self.source = source
    }
}

/// The response of an origin, as rules of fields see it.
public struct AnsweredSource: Sendable {
    /// The fields by their names in lower case; fields of one name are joined by commas.
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

    /// The origin's tag and date.
    package var validators: [AnswerField] {
        ["ETag", "Last-Modified"].compactMap { name in
            fields[name.lowercased()].map { AnswerField(name, $0) }
        }
    }

    /// The lifetime of the address, else the origin's directives, else none.
    var usualControl: String {
        lifetime.map { "max-age=\($0)" } ?? fields["cache-control"] ?? "no-cache"
    }
}
