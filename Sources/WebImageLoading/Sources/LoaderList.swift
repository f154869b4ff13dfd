public import WebImageCaching

/// Chooses a loader by what is asked for: the first that takes the request loads it.
///
/// ```swift
/// pipeline.loader = LoaderList(
///     [.init("photos", PhotoLibrary()) { $0.source.scheme == "photos" }],
///     otherwise: pipeline.loader)
/// ```
///
/// ``SchemeLoader`` is the choice by scheme alone. A loader for one request only is
/// ``ImageRequest/loader``.
public struct LoaderList: ImageLoader {
    /// A loader, and what it takes.
    public struct Choice: Sendable {
        /// Names the choice, in keys too where its loader is named there.
        public var name: String
        /// What loads the requests it takes.
        public var loader: any ImageLoader
        /// Whether it takes a request; called for each load, must return soon.
        public var takes: @Sendable (LoadRequest) -> Bool

        /// A loader of the requests for which `takes` is true.
        public init(
            _ name: String, _ loader: any ImageLoader,
            takes: @escaping @Sendable (LoadRequest) -> Bool
        ) {
            self.name = name
            self.loader = loader
            self.takes = takes
        }
    }

    /// The choices, in the order they are asked.
    public var choices: [Choice]
    /// Loads what no choice takes; nil refuses it.
    public var fallback: (any ImageLoader)?

    /// A choice among loaders.
    public init(_ choices: [Choice], otherwise fallback: (any ImageLoader)? = nil) {
        self.choices = choices
        self.fallback = fallback
    }

    /// The choices whose loaders have an identity, with it; nil if none has.
    ///
    /// Those without are named too if any is: their order decides who loads what.
    public var identity: String? {
        let identities = choices.map(\.loader.identity) + [fallback?.identity]
        guard identities.contains(where: { $0 != nil }) else { return nil }
        let names = choices.map(\.name) + ["otherwise"]
        return zip(names, identities).map { name, identity in
            "\(name.spelling)=\((identity ?? "").spelling)"
        }.joined(separator: ";")
    }

    /// Those of the first that takes the source.
    public func addedHeaders(for source: ImageSource) -> HeaderFields {
        let request = LoadRequest(source: source)
        let loader = choices.first { $0.takes(request) }?.loader ?? fallback
        return loader?.addedHeaders(for: source) ?? [:]
    }

    /// Hands the request to the first that takes it.
    ///
    /// - Throws: ``LoadFailure`` of kind `refusedRequest` if none does, and what the loader throws.
    public func load(_ request: LoadRequest) async throws -> LoadedBody {
        if let choice = choices.first(where: { $0.takes(request) }) {
            return try await choice.loader.load(request)
        }
        guard let fallback else {
            let known = choices.map(\.name).joined(separator: ", ")
            throw LoadFailure(.refusedRequest, "no loader takes this source; there are: \(known)")
        }
        return try await fallback.load(request)
    }
}
