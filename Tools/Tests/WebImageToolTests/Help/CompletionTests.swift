import Foundation
import Testing

/// The completions of the shells, asked for as the shells do.
struct CompletionTests {
    private static let cases: [(line: [String], offered: String)] = [
        (["webimage", "ge"], "get"), (["webimage", "get", "--qual"], "--quality"),
        (["webimage", "get", "pho"], "photo.png"), (["webimage", "get", "-o", "pho"], "photo.png"),
        (["webimage", "get", "--fit", "stre"], "stretch"),
        (["webimage", "get", "--format", "web"], "webp"),
        (["webimage", "compare", "a.png", "pho"], "photo.png"),
        (["webimage", "prefetch", "pho"], "photo.png"), (["webimage", "cache", "li"], "list"),
    ]

    /// Runs a program in a folder with a file `photo.png` and the completions of a shell.
    private func run(_ shell: String, _ program: (_ script: String) -> [String]) async throws
        -> Tool.Outcome
    {
        let folder = try Folder()
        try folder.write([], to: "photo.png")
        let script = try await Tool().run("--generate-completion-script", shell)
        try folder.write(script.output, to: "script")
        var tool = Tool()
        tool.substitute = program(folder("script"))
        tool.workingFolder = folder.path
        let outcome = try await tool.run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome
    }

    @Test(arguments: cases.indices)
    func `bash completes commands, options, values and files`(index: Int) async throws {
        let (line, offered) = Self.cases[index]
        let last = line.count - 1
        let outcome = try await run("bash") { script in
            [
                "/bin/bash", "-c",
                """
                source \(script)
                COMP_WORDS=("$@") COMP_CWORD=\(last) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
                _webimage webimage '\(line[last])' '\(line[last - 1])'
                printf '%s\\n' "${COMPREPLY[@]}"
                """, "bash",
            ] + line
        }
        #expect(outcome.text.split(separator: "\n").contains { $0 == offered })
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/fish"), "no fish"),
        arguments: cases.indices)
    func `fish completes commands, options, values and files`(index: Int) async throws {
        let (line, offered) = Self.cases[index]
        let words = line.joined(separator: " ")
        let outcome = try await run("fish") { script in
            ["/usr/bin/fish", "--no-config", "-c", "source \(script); complete -C '\(words)'"]
        }
        #expect(
            outcome.text.split(separator: "\n").contains {
                $0.prefix { $0 != "\t" } == offered
            })
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zsh"), "no zsh"))
    func `zsh reads the completions`() async throws {
        let outcome = try await run("zsh") { script in
            ["/usr/bin/zsh", "-f", "-n", script]
        }
        #expect(outcome.errors.isEmpty)
    }
}
