/// Asks the origin even if ``NegativeCache`` remembers that it failed; a success forgets the failure.
public enum RetriesFailed: ImageOption {
    /// `retriesfailed`.
    public static let name = "retriesfailed"
    /// What failed is not asked for again while it is remembered.
    public static let defaultValue = false
    /// The same picture.
    public static let effect = OptionEffect.delivery
}
