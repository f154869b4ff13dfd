/// What is kept of a load: the union of what those who share it want.
package struct StorePlan: Hashable, Sendable {
    /// The image in memory.
    package var memory: Bool
    /// The bytes as they were loaded, on disk.
    package var original: Bool
    /// The final image's own bytes, on disk.
    package var variant: Bool

    /// What is kept; nothing unless said.
    package init(memory: Bool = false, original: Bool = false, variant: Bool = false) {
        self.memory = memory
        self.original = original
        self.variant = variant
    }

    /// Whether anything is kept.
    var isAnything: Bool { memory || original || variant }

    /// What this wants and the other doesn't.
    func subtracting(_ other: StorePlan) -> StorePlan {
        StorePlan(
            memory: memory && !other.memory, original: original && !other.original,
            variant: variant && !other.variant)
    }

    /// What either wants.
    package func union(_ other: StorePlan) -> StorePlan {
        StorePlan(
            memory: memory || other.memory, original: original || other.original,
            variant: variant || other.variant)
    }
}

extension ImageRequest {
    /// What writes this request's variants; nil where it neither keeps nor reads any.
    func variantSerializer(in stages: Stages) -> (any ImageSerializer)? {
        switch options[DiskContent.self] {
        case .automatic: serializer ?? stages.settings.serializer
        case .original: nil
        case .variant, .both: serializer ?? stages.settings.serializer ?? EncodingSerializer()
        }
    }
}
