public import WebImageCaching

/// A choice of a loader by the request: the first that takes it loads it.
///
/// ```swift
/// pipeline.loader = LoaderList(
///     [.init("photos", PhotoLibrary()) { $0.source.scheme == "photos" }],
///     otherwise: pipeline.loader)
/// ```
///
/// ``SchemeLoader`` is the choice by scheme alone. A loader for one request only is
/// `ImageRequest.loader`.
public struct LoaderList: ImageLoader {
    /// A loader and its condition.
    public struct Choice: Sendable {
        let name: String
        let loader: any ImageLoader
        let takes: @Sendable (LoadRequest) -> Bool

        /// Creates a choice of the requests for which `takes` is true.
        ///
        /// - Parameters:
        ///   - name: The name of the choice, part of keys if its loader has an identity.
        ///   - loader: The loader of the requests that are taken.
        ///   - takes: Returns `true` for a request to take; called for each load, must return soon.
        public init(
            _ name: String, _ loader: any ImageLoader,
            takes: @escaping @Sendable (LoadRequest) -> Bool
        ) {
            self.name = name
            self.loader = loader
            self.takes = takes
        }
    }

    private let choices: [Choice]
    private let fallback: (any ImageLoader)?

    /// Creates a list of loaders.
    ///
    /// - Parameters:
    ///   - choices: The loaders and their conditions; the first that matches loads.
    ///   - fallback: The loader of all other requests; nil refuses them.
    public init(_ choices: [Choice], otherwise fallback: (any ImageLoader)? = nil) {
        self.choices = choices
        self.fallback = fallback
    }

    /// All choices with the identities of their loaders; nil if none has an identity.
    ///
    /// Choices without one are named too, since the order of all decides which loader is used.
    public var identity: String? {
        let identities = choices.map(\.loader.identity) + [fallback?.identity]
        guard identities.contains(where: { $0 != nil }) else { return nil }
        let names = choices.map(\.name) + ["otherwise"]
        return zip(names, identities).map { name, identity in
            "\(name.spelling)=\((identity ?? "").spelling)"
        }.joined(separator: ";")
    }

    /// Returns the fields of the first loader that takes the source.
    public func addedHeaders(for source: ImageSource) -> HeaderFields {
        let request = LoadRequest(source: source)
        let loader = choices.first { $0.takes(request) }?.loader ?? fallback
        return loader?.addedHeaders(for: source) ?? [:]
    }

    /// Loads with the first loader that takes the request.
    ///
    /// - Throws: ``LoadFailure`` of kind `refusedRequest` if none does, and the errors of the
    ///   loader.
    public func load(_ request: LoadRequest) async throws -> LoadedBody {
        if let choice = choices.first(where: { $0.takes(request) }) {
            return try await choice.loader.load(request)
        }
        guard let fallback else {
            let known = choices.map(\.name).joined(separator: ", ")
            throw LoadFailure(.refusedRequest, "no loader takes this source, only: \(known)")
        }
        return try await fallback.load(request)
    }
}
