/// A picture that was made, as rules of fields see it.
public struct AnsweredPicture: Sendable {
    /// The strong tag of the file, in quotation marks: a digest of its bytes.
    public var tag: String
    /// The number of bytes of the file.
    public var byteCount: Int
    /// The last change of the source, as its origin wrote it; nil for none.
    public var lastModified: String?
    /// The directives by which the origin lets clients keep the source, in the form of `Cache-Control`.
    public var directives: String
    /// The seconds since the source left its origin (RFC 9111, section 4.2.3); nil for a file.
    public var age: Int?
    /// The seconds for which the source stays fresh, negative once that is over; nil if none are stated.
    public var freshness: Int?
    /// The source.
    public var source: AnsweredSource

    /// Creates a picture.
    public init(tag: String, byteCount: Int, directives: String, source: AnsweredSource) {
        (self.tag, self.byteCount, self.directives) = (tag, byteCount, directives)
        self.source = source
    }
}
