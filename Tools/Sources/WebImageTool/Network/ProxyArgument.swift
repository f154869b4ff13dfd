import ArgumentParser
import WebImageHTTP

/// The value of `--proxy`.
struct ProxyArgument: Sendable {
    /// The proxy, nil to connect directly.
    let proxy: HTTPSettings.Proxy?

    static func read(_ text: String) throws -> ProxyArgument {
        if text == "none" { return ProxyArgument(proxy: nil) }
        guard let proxy = HTTPSettings.Proxy(url: text) else {
            // The text may have a password, so it is not repeated.
            throw ValidationError(
                "expected a proxy such as http://host:3128, https, socks5 or socks4, or 'none'.")
        }
        return ProxyArgument(proxy: proxy)
    }
}
