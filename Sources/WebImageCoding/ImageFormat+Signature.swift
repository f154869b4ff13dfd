extension ImageFormat {
    /// The format whose full signature begins `bytes`, nil when none does.
    public init?(signatureOf bytes: RawSpan) { return nil }
}
