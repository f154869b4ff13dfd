import WebImageCaching
package import WebImageLoading
public import WebImagePipeline

/// The rules of sources by their hosts: fields to send, responses to accept, pictures behind second
/// URLs, lifetimes.
///
/// ```swift
/// import Foundation
///
/// let file = try Data(contentsOf: URL(fileURLWithPath: "/etc/gallery/rules.json"))
/// let rules = try SourceRules(reading: file, environment: ProcessInfo.processInfo.environment)
/// pipeline.rewrite = { rules.applied(to: $0) }
/// ```
///
/// A name such as `images.example.com` is that host alone, `*.example.com` all below
/// `example.com`; of several names that fit the longest one holds. Keys have a digest of the host's
/// rule: another rule of one host leaves what is kept of all others.
public struct SourceRules: Sendable {
    /// The rules by the names of hosts in lower case, with `*.` before those of subdomains.
    public let hosts: [String: SourceRule]
    private let steps: [String: SourceRuleSteps]

    /// Creates rules by the names of hosts.
    public init(_ hosts: [String: SourceRule]) {
        self.hosts = Dictionary(hosts.map { ($0.key.asciiLowered, $0.value) }) { $1 }
        steps = Dictionary(
            uniqueKeysWithValues: self.hosts.map {
                ($0.key, SourceRuleSteps($0.value, for: $0.key))
            })
    }

    /// Returns the rule of a host.
    ///
    /// - Complexity: O(*n*) in the number of the host's labels.
    public func rule(for host: String) -> SourceRule? { name(for: host).flatMap { hosts[$0] } }

    /// Returns a request under the rule of its host; its own fields and options win.
    ///
    /// - Parameter resolves: `false` leaves out pictures behind second URLs.
    public func applied(to request: ImageRequest, resolves: Bool = true) -> ImageRequest {
        guard case .url(let url) = request.source, let steps = steps(for: url) else {
            return request
        }
        var request = request
        let inner = resolves ? steps.interceptors : steps.directInterceptors
        request.interceptors += inner
        steps.responses.complete(&request.options)
        return request
    }

    /// Returns the steps of a URL's rule; nil for a host without one.
    package func steps(for url: String) -> SourceRuleSteps? {
        guard !steps.isEmpty, let host = (try? HTTPAddress(url))?.hostName else { return nil }
        return name(for: host).flatMap { steps[$0] }
    }

    private func name(for host: String) -> String? {
        let host = host.asciiLowered
        if hosts[host] != nil { return host }
        var rest = host[...]
        while let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) {
            rest = rest[rest.utf8.index(after: dot)...]
            let pattern = "*.\(rest)"
            if hosts[pattern] != nil { return pattern }
        }
        return nil
    }
}

extension ResponseRules {
    /// Sets the options that the rules state and that are not set.
    package func complete(_ options: inout ImageOptions) {
        var own = ImageOptions()
        apply(to: &own)
        options = options.over(own)
    }
}
