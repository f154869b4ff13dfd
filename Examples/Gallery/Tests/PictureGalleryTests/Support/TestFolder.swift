import Foundation

@testable import PictureGallery

/// A folder of small pictures, removed at the end of a test.
final class TestFolder: Sendable {
    let path = NSTemporaryDirectory() + "gallery-folder-" + UUID().uuidString

    /// Creates a folder with pictures of these names, each larger and newer than the one before.
    init(_ names: [String]) throws {
        for (number, name) in names.enumerated() { try write(name, number) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private func write(_ name: String, _ number: Int) throws {
        let url = URL(fileURLWithPath: path).appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        // The bytes after a JPEG are ignored.
        let bytes = try PictureFile(PictureRecipe(2), scale: 0.5).bytes()
        try Data(bytes + Array(repeating: 0, count: number * 10)).write(to: url)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: Double(1_700_000_000 + number))],
            ofItemAtPath: url.path)
    }

    /// Returns the path of a file in the folder.
    func file(_ name: String) -> String { path + "/" + name }

    /// Returns `true` if a file exists.
    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }
}

/// The home of the user whom the tests play, with their own bin and program.
enum TestHome {
    static let path = NSTemporaryDirectory() + "gallery-home-" + UUID().uuidString

    /// Creates the home, before GLib asks for it, and removes it when the process ends.
    static func move() {
        let programs = path + "/share/applications"
        try? FileManager.default.createDirectory(
            atPath: programs, withIntermediateDirectories: true)
        let script = "#!/bin/sh\necho \"$1\" > \(opened)\n"
        let entry = """
            [Desktop Entry]
            Type=Application
            Name=Viewer
            Exec=/bin/sh \(path)/viewer %f
            MimeType=image/jpeg;inode/directory;

            """
        let types = "[MIME Cache]\nimage/jpeg=viewer.desktop;\ninode/directory=viewer.desktop;\n"
        for (name, text) in [
            (path + "/viewer", script), (programs + "/viewer.desktop", entry),
            (programs + "/mimeinfo.cache", types),
        ] {
            try? text.write(toFile: name, atomically: true, encoding: .utf8)
        }
        setenv("HOME", path, 1)
        setenv("XDG_DATA_HOME", path + "/share", 1)
        atexit { try? FileManager.default.removeItem(atPath: TestHome.path) }
    }

    /// The file in which the program of this home writes the path that it is to open.
    static let opened = path + "/opened"

    /// The path that the program was started with at last.
    static var openedPath: String? {
        let text = try? String(contentsOfFile: opened, encoding: .utf8)
        return text?.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The names of the files in the bin.
    static var binned: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path + "/share/Trash/files")) ?? []
    }
}
