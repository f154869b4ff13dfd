import WebImageCaching
import WebImageLoading
import WebImageRuntime

/// The credentials of variables.
struct EnvironmentCredentials: S3CredentialSource {
    let environment: [String: String]

    func credentials() async throws -> S3Credentials? {
        let (key, secret) = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")
        guard let id = environment.text(key), let word = environment.text(secret) else {
            guard let set = [key, secret].first(where: { environment.text($0) != nil }) else {
                return nil
            }
            throw LoadFailure(.other, "\(set) is set alone, expected \(key) and \(secret)")
        }
        return S3Credentials(
            accessKeyID: id, secretAccessKey: word,
            sessionToken: environment.text("AWS_SESSION_TOKEN"))
    }
}

/// The credentials of a profile in files.
struct ProfileCredentials: S3CredentialSource {
    let files: ProfileFiles

    func credentials() async throws -> S3Credentials? {
        let profile = files.merged
        guard let id = profile["aws_access_key_id"], let secret = profile["aws_secret_access_key"]
        else {
            // A machine without the default profile is usual, one without a profile that was named
            // is not.
            guard files.isNamed, profile.isEmpty else { return nil }
            throw LoadFailure(.other, "there is no profile \(files.profile) in ~/.aws")
        }
        return S3Credentials(
            accessKeyID: id, secretAccessKey: secret, sessionToken: profile["aws_session_token"])
    }
}

/// The files of profiles, read anew each time.
struct ProfileFiles: Sendable {
    /// The name of the profile.
    let profile: String
    /// `true` if a variable names the profile.
    let isNamed: Bool
    private let credentialsPath: String?
    private let configPath: String?

    init(_ environment: [String: String]) {
        isNamed = environment.text("AWS_PROFILE") != nil
        profile = environment.text("AWS_PROFILE") ?? "default"
        let folder = environment.text("HOME").map { "\($0)/.aws" }
        credentialsPath =
            environment.text("AWS_SHARED_CREDENTIALS_FILE") ?? folder.map { "\($0)/credentials" }
        configPath = environment.text("AWS_CONFIG_FILE") ?? folder.map { "\($0)/config" }
    }

    /// The values of the profile in the file of configuration.
    var configured: [String: String] {
        let sections = Self.sections(ofFile: configPath)
        return sections["profile \(profile)"] ?? (profile == "default" ? sections[profile] : nil)
            ?? [:]
    }

    /// The values of the profile in both files; credentials' have precedence.
    var merged: [String: String] {
        let own = Self.sections(ofFile: credentialsPath)[profile] ?? [:]
        return own.merging(configured) { own, _ in own }
    }

    /// Returns the sections in the first 64 KB of a file; none if it cannot be read.
    private static func sections(ofFile path: String?) -> [String: [String: String]] {
        path.flatMap { SystemFile.text($0) }.map { sections(of: $0) } ?? [:]
    }

    /// Reads `[section]` and `name = value`; lines of another form are passed over.
    ///
    /// Indented lines belong to the value before them, which no profile needs here.
    static func sections(of text: String) -> [String: [String: String]] {
        var sections: [String: [String: String]] = [:]
        var current: String?
        for line in text.split(whereSeparator: \.isNewline) {
            guard let first = line.first, !first.isWhitespace, first != "#", first != ";" else {
                continue
            }
            if first == "[" {
                let name = line.dropFirst().prefix { $0 != "]" }
                current = name.split(separator: " ").joined(separator: " ")
                continue
            }
            guard let current, let equals = line.firstIndex(of: "=") else { continue }
            let name = String(line[..<equals]).trimmingSpaces.lowercased()
            let value = String(line[line.index(after: equals)...]).trimmingSpaces
            if !value.isEmpty { sections[current, default: [:]][name] = value }
        }
        return sections
    }
}
