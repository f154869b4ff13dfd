import WebImageCaching
import WebImageLoading
package import WebImageRuntime

/// The parts of a load's result that are kept: the union for all callers that share it.
package typealias StorePlan = WorkOutputs

extension StorePlan {
    /// A plan; nothing unless said.
    package init(memory: Bool = false, original: Bool = false, variant: Bool = false) {
        self.init(rawValue: (memory ? 1 : 0) | (original ? 2 : 0) | (variant ? 4 : 0))
    }

    package var memory: Bool {
        get { self[0] }
        set { self[0] = newValue }
    }
    /// The bytes as they were loaded, on disk.
    package var original: Bool {
        get { self[1] }
        set { self[1] = newValue }
    }
    /// The final image's own bytes, on disk.
    package var variant: Bool {
        get { self[2] }
        set { self[2] = newValue }
    }

    private subscript(bit: UInt8) -> Bool {
        get { rawValue & (1 << bit) != 0 }
        // By hand: the functions of `OptionSet` are generic, and slow from another module.
        set {
            self = WorkOutputs(
                rawValue: newValue ? rawValue | (1 << bit) : rawValue & ~(1 << bit))
        }
    }
}

extension ImageRequest {
    /// The writer of this request's variants; nil if it neither keeps nor reads any.
    @inline(__always)
    func variantSerializer(in stages: Stages) -> (any ImageSerializer)? {
        if isPlain && !stages.hasSerializer && !options.haveDelivery { return nil }
        return switch options.diskRepresentation {
        case .automatic: serializer ?? stages.settings.serializer
        case .original: nil
        case .variant, .both: serializer ?? stages.settings.serializer ?? EncodingSerializer()
        }
    }
}
