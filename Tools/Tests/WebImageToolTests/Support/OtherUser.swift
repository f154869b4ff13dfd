import Foundation

/// A user without rights, for what the superuser cannot be refused.
enum OtherUser {
    /// Whether this process can become another user, who can reach the command to run it.
    static let isAvailable =
        getuid() == 0 && FileManager.default.isExecutableFile(atPath: launcher[0])
        && (try? succeeds([Tool.path, "--version"])) == true

    static let launcher = [
        "/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups",
    ]

    /// Whether that user can write a file into a folder; what the tests' refusals rest on.
    static func canWrite(into folder: String) throws -> Bool {
        try succeeds(["/bin/sh", "-c", "echo x > '\(folder)/probe' && rm '\(folder)/probe'"])
    }

    private static func succeeds(_ words: [String]) throws -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: launcher[0])
        process.arguments = launcher.dropFirst() + words
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
