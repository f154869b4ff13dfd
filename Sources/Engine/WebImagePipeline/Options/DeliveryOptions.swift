public import WebImageLoading
public import WebImageRuntime

// Options of the delivery.
extension OptionConfigurable {
    /// The priority of the load among those that wait; `LoadPriority.normal` by default.
    public var priority: LoadPriority {
        get { options[ImageOptions.Priority.self] }
        set { options[ImageOptions.Priority.self] = newValue }
    }

    /// The writes that the caller waits for besides its image; the original's by default.
    public var storeCompletion: StoreCompletion {
        get { options[ImageOptions.Completion.self] }
        set { options[ImageOptions.Completion.self] = newValue }
    }

    /// The least time between two progress updates of ``ImagePipeline/updates(for:)``; 0.1 s by
    /// default.
    ///
    /// The begin and the end of a transfer are always reported; zero reports every update.
    public var progressInterval: Duration {
        get { options[ImageOptions.ProgressInterval.self] }
        set { options[ImageOptions.ProgressInterval.self] = newValue }
    }

    /// The previews that ``ImagePipeline/updates(for:)`` delivers while the bytes arrive; none by
    /// default.
    public var previews: PreviewPolicy {
        get { options[ImageOptions.Previews.self] }
        set { options[ImageOptions.Previews.self] = newValue }
    }
}

// Their keys.
extension ImageOptions {
    package enum Priority: ImageOption {
        package static let name = "priority"
        package static let defaultValue = LoadPriority.normal
        package static let effect = OptionEffect.delivery
    }

    package enum Completion: ImageOption {
        package static let name = "storecompletion"
        package static let defaultValue = StoreCompletion.original
        package static let effect = OptionEffect.delivery
    }

    package enum ProgressInterval: ImageOption {
        package static let name = "progressinterval"
        package static let defaultValue = Duration.milliseconds(100)
        package static let effect = OptionEffect.delivery
    }

    package enum Previews: ImageOption {
        package static let name = "previews"
        package static let defaultValue = PreviewPolicy.off
        package static let effect = OptionEffect.delivery
    }
}

extension LoadPriority: Spellable {}

/// The writes that a caller waits for besides its image.
///
/// The others go on after the response. The pipeline owns those writes: they are not cancelled
/// with the request, a later request of the same pipeline waits for them, and
/// ``ImagePipeline/flush()`` waits for all.
public enum StoreCompletion: String, Hashable, Sendable, CaseIterable, Spellable {
    /// The image alone.
    case nothing
    /// The original on disk, which costs one short write: another process finds it.
    case original
    /// The variant on disk too, which is encoded first.
    case everything
}
