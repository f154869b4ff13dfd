import WebImageCaching

extension CachedImage {
    /// Takes what is known of the bytes it is made of, or confirmed of them.
    mutating func keep(_ data: LoadedData, for prepared: PreparedRequest, mode: CacheMode) {
        var facts = facts
        facts.response = data.head
        facts.receipt = data.receipt
        facts.expires = data.answer.map { $0.freshUntil(mode: mode) } ?? data.expires
        facts.mode = mode
        let isChosen = data.answer?.isSelected(by: prepared.sentHeaders) ?? false
        facts.fits =
            isChosen && data.receipt?.selectors.isEmpty == false
            ? Fingerprint(prepared.sentHeaders) : nil
        self.facts = facts
    }

    /// Whether a request is answered by it, as far as `Vary` is concerned: for one with the same
    /// fields no digest is made.
    func isSelected(by prepared: PreparedRequest) -> Bool {
        guard hasSelectors else { return true }
        if let fits = facts.fits, fits == Fingerprint(prepared.sentHeaders) { return true }
        return answer?.isSelected(by: prepared.sentHeaders) ?? true
    }
}
