import Foundation
import Testing
import WebImageTool

/// The installed files: command, man page, completions.
struct InstallTests {
    private static let scripts = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../../scripts").standardizedFileURL.path

    /// All files below the root, with the server's.
    private static let installed = [
        "usr/bin/webimage", "usr/bin/webimage-server",
        "usr/lib/systemd/system/webimage.service",
        "usr/share/bash-completion/completions/webimage",
        "usr/share/bash-completion/completions/webimage-server",
        "usr/share/doc/webimage-server/nginx.conf",
        "usr/share/fish/vendor_completions.d/webimage-server.fish",
        "usr/share/fish/vendor_completions.d/webimage.fish",
        "usr/share/man/man1/webimage-server.1.gz", "usr/share/man/man1/webimage.1.gz",
        "usr/share/thumbnailers/webimage.thumbnailer",
        "usr/share/zsh/site-functions/_webimage",
        "usr/share/zsh/site-functions/_webimage-server",
    ]

    private func run(_ words: [String]) async throws -> Tool.Outcome {
        var tool = Tool()
        tool.substitute = words
        return try await tool.run()
    }

    @Test func `the man page has every option of the help`() async throws {
        let page = try await run(["\(Self.scripts)/manual", Tool.path])
        #expect(page.status == 0, "\(page.errors)")
        let plain = page.text.replacing("\\-", with: "-")
        #expect(plain.contains("\"webimage \(WebImageCommand.version)\""))
        // Transforms have a section.
        #expect(plain.contains("\n.SS OPTIONS\n.TP\n.B -o, --output <output>\n"))
        #expect(plain.contains("\n.SS TRANSFORMS\nTransforms, applied in order"))
        for command in ["get", "info", "compare", "frames", "sheet", "prefetch", "cache list"] {
            let words = command.split(separator: " ").map(String.init)
            let help = try await Tool().run(words + ["--help"])
            let options = help.text.matches(of: /(?m)^  (?:-., )?(--[a-z-]+)/).map { $0.1 }
            #expect(options.count > 2)
            let section = try #require(
                plain.split(separator: ".SH WEBIMAGE \(command.uppercased())").last)
            let own = section.split(separator: "\n.SH ").first ?? ""
            for option in options { #expect(own.contains(option), "\(command) \(option)") }
        }
    }

    @Test func `the man page names variables, and the page of the server`() async throws {
        let page = try await run(["\(Self.scripts)/manual", Tool.path])
        let plain = page.text.replacing("\\-", with: "-")
        let environment = try #require(plain.split(separator: ".SH ENVIRONMENT\n").last)
        for word in ["XDG_CACHE_HOME", "https_proxy", "SSL_CERT_FILE", "AWS_ACCESS_KEY_ID"] {
            #expect(environment.contains(word), "\(word)")
        }
        #expect(plain.contains("\n.SH SEE ALSO\n.BR webimage-server (1)\n"))
    }

    @Test func `the man page of the server has its options and variables`() async throws {
        let server = URL(filePath: Tool.path).deletingLastPathComponent()
            .appending(path: "webimage-server").path
        let page = try await run(["\(Self.scripts)/manual", server])
        #expect(page.status == 0, "\(page.errors)")
        let plain = page.text.replacing("\\-", with: "-")
        #expect(plain.contains("\n.SH SEE ALSO\n.BR webimage (1)\n"))
        for word in ["--bind <bind>", "WEBIMAGE_BIND", "WEBIMAGE_KEYS"] {
            #expect(plain.contains("\n.TP\n.B \(word)"), "\(word)")
        }
    }

    @Test func `command, man page, completions and thumbnailer are put in place`() async throws {
        let folder = try Folder()
        var tool = Tool()
        tool.substitute = ["\(Self.scripts)/install", "/usr"]
        tool.environment = [
            "DESTDIR": folder.path, "WEBIMAGE": Tool.path, "WEBIMAGE_SERVER": "1",
        ]
        #expect(try await tool.run().status == 0)
        #expect(folder.files() == Self.installed)
        let unit = String(
            decoding: try folder.read("usr/lib/systemd/system/webimage.service"), as: UTF8.self)
        #expect(unit.contains("\nExecStart=/usr/bin/webimage serve\n"))
        let completions = folder("usr/share/bash-completion/completions/webimage")
        #expect(try await run(["/bin/bash", "-n", completions]).status == 0)
        for file in folder.files() where file.contains("complet") || file.contains("/_webimage") {
            let option = file.contains("server") ? "allow-loopback" : "no-clobber"
            let text = String(decoding: try folder.read(file), as: UTF8.self)
            #expect(text.contains(option), "\(file)")
        }
        let installed = try FileManager.default.attributesOfItem(atPath: folder("usr/bin/webimage"))
        let built = try FileManager.default.attributesOfItem(atPath: Tool.path)
        #expect(installed[.posixPermissions] as? Int == 0o755)
        #expect((installed[.size] as? Int ?? .max) < (built[.size] as? Int ?? 0))
        try folder.write([1], to: "usr/bin/other")
        tool.substitute = ["\(Self.scripts)/install", "--remove", "/usr"]
        #expect(try await tool.run().status == 0)
        #expect(folder.files() == ["usr/bin/other"])
    }
}
