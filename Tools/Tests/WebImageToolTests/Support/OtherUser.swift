import Foundation

/// An unprivileged user, for operations that are always permitted to the superuser.
enum OtherUser {
    /// `true` if this process can become another user with access to the command.
    static let isAvailable =
        getuid() == 0 && FileManager.default.isExecutableFile(atPath: launcher[0])
        && (try? succeeds([Tool.path, "--version"])) == true

    static let launcher = [
        "/usr/bin/setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups",
    ]

    /// Returns `true` if that user can write into a folder; tests of refusals rely on it.
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
