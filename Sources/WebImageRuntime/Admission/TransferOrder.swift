/// Who goes first among transfers that wait with the same priority.
public enum TransferOrder: Hashable, Sendable, CaseIterable {
    /// The first to come.
    case firstComeFirst
    /// The last to come: for lists that a user scrolls through.
    case lastComeFirst
}
