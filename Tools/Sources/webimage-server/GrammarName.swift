import ArgumentParser
import WebImage
import WebImageServer
import WebImageURLs

/// The name of a grammar of addresses, and of the server whose rules are in force.
enum GrammarName: String, ExpressibleByArgument {
    case imgproxy
    case thumbor
    case webimage

    /// Chooses by `WEBIMAGE_GRAMMAR`, else by the beginnings of variables that are set.
    init(_ environment: [String: String]) throws(SettingFault) {
        let (variable, form, _) = ServerVariables.flag("--grammar")
        let reader = EnvironmentReader(environment)
        if let word = reader.text(variable) {
            guard let name = Self(rawValue: word) else {
                throw reader.fault(variable, expected: form)
            }
            self = name
            return
        }
        self =
            [.imgproxy, .thumbor].first { name in
                environment.keys.contains { $0.hasPrefix(name.prefix) }
            } ?? .webimage
    }

    /// The beginning of the variables of its addresses.
    var prefix: String { self == .webimage ? "WEBIMAGE_" : "\(rawValue.uppercased())_" }

    func settings(_ environment: [String: String]) throws(SettingFault) -> ServerSettings {
        var settings: ServerSettings =
            switch self {
            case .imgproxy: try ServerSettings(imgproxyEnvironment: environment)
            case .thumbor: try ServerSettings(thumborEnvironment: environment)
            case .webimage: ServerSettings()
            }
        if self == .webimage { settings.cacheFolder = DiskCache.standardFolder + "-server" }
        try settings.read(environment: environment)
        return settings
    }

    /// Returns the reader of addresses.
    ///
    /// - Parameter patterns: The allowed sources in place of a variable's; none for these.
    func grammar(
        _ environment: [String: String], allowing patterns: [SourcePattern]
    ) throws(SettingFault) -> any URLGrammar {
        var environment = environment
        if !patterns.isEmpty { environment["\(prefix)ALLOWED_SOURCES"] = nil }
        switch self {
        case .imgproxy:
            var grammar = try ImgproxyGrammar(environment: environment)
            grammar.allowedSources += patterns
            return grammar
        case .thumbor:
            var grammar = try ThumborGrammar(environment: environment)
            grammar.allowedBeginnings = patterns
            return grammar
        case .webimage:
            var grammar = try WebImageGrammar(environment: environment)
            grammar.allowedSources += patterns
            return grammar
        }
    }

    /// Returns `true` if variables limit the clients or the sources.
    func isGuarded(_ environment: [String: String]) -> Bool {
        let isSet = { (name: String) in
            (environment[name] ?? "").contains { !$0.isWhitespace && $0 != "," }
        }
        if isSet("\(prefix)ALLOWED_SOURCES") || isSet("WEBIMAGE_SECRET") { return true }
        switch self {
        case .imgproxy: return isSet("IMGPROXY_KEY") || isSet("IMGPROXY_SECRET")
        case .thumbor:
            // Unsafe addresses are allowed unless that is turned off.
            let word = environment["THUMBOR_ALLOW_UNSAFE_URL"]?.lowercased()
            return isSet("THUMBOR_SECURITY_KEY") && (word == "false" || word == "0")
        case .webimage: return isSet("WEBIMAGE_KEYS")
        }
    }
}
