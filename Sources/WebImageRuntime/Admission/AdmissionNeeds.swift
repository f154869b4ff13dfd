/// The needs of a waiter of a ``Gate``.
package struct AdmissionNeeds: Hashable, Sendable {
    /// The priority among those that wait.
    package var priority: LoadPriority
    /// `true` if the waiter is passed over for now.
    package var isSuspended: Bool
    /// `true` if ``Gate/holdBack(upTo:)`` applies to the waiter.
    package var isDeferrable: Bool
    /// The age of these needs: of two from one source the greater revision is the later.
    package var revision: UInt64

    package init(
        priority: LoadPriority = .normal, isSuspended: Bool = false, isDeferrable: Bool = false,
        revision: UInt64 = 0
    ) {
        self.priority = priority
        self.isSuspended = isSuspended
        self.isDeferrable = isDeferrable
        self.revision = revision
    }
}

/// A source of needs that may change while their owner waits.
package protocol AdmissionSource: Sendable {
    var admissionNeeds: AdmissionNeeds { get }

    /// Calls `follower` now and at each change, in any order, until the returned function is
    /// called.
    func followAdmissionNeeds(
        _ follower: @escaping @Sendable (AdmissionNeeds) -> Void
    ) -> (@Sendable () -> Void)
}

/// Needs that never change.
extension AdmissionNeeds: AdmissionSource {
    package var admissionNeeds: AdmissionNeeds { self }

    package func followAdmissionNeeds(
        _ follower: @escaping @Sendable (AdmissionNeeds) -> Void
    ) -> (@Sendable () -> Void) { {} }
}
