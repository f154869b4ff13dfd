#if Server
    import Foundation
    import TestSupport
    import Testing
    import WebImageServer
    import WebImageURLs

    /// A variable, a value that is not its default, and the place where it is found once it was
    /// read.
    struct VariableRow<Grammar>: Sendable {
        let name: String
        let value: String
        /// The variables without which this one is not read.
        let others: [String: String]
        let isRead: @Sendable (ServerSettings, Grammar) -> Bool

        init(
            _ name: String, _ value: String, with others: [String: String] = [:],
            isRead: @escaping @Sendable (ServerSettings, Grammar) -> Bool
        ) {
            (self.name, self.value, self.others, self.isRead) = (name, value, others, isRead)
        }
    }

    extension VariableRow {
        /// Expects that each variable has a row, and is found in its place if it is set, and only
        /// then.
        ///
        /// - Parameters:
        ///   - declared: The names of variables that the settings declare.
        ///   - read: Returns what is read of variables, which are named without prefix.
        static func check(
            _ rows: [Self], declared: [String],
            by read: ([String: String]) throws -> (ServerSettings, Grammar)
        ) {
            #expect(Set(rows.map(\.name)) == Set(declared))
            for row in rows {
                let usual = try? read(row.others)
                #expect(usual.map(row.isRead) != true, "\(row.name) has that value if it is unset")
                var variables = row.others
                variables[row.name] = row.value
                #expect(throws: Never.self, "\(row.name)") {
                    let (settings, grammar) = try read(variables)
                    #expect(row.isRead(settings, grammar), "\(row.name)")
                }
            }
        }
    }

    extension ServerSettings {
        /// The host and port to listen on.
        var address: (String, Int) { (host, port) }
    }

    /// Variables with a common prefix, and files that some of them name.
    enum Variables {
        static func named(_ prefix: String, _ values: [String: String]) -> [String: String] {
            Dictionary(uniqueKeysWithValues: values.map { (prefix + $0, $1) })
        }

        /// All stored properties of values as lines, in an order of their own.
        static func text(of values: Any...) -> String {
            var text = ""
            for value in values { dump(value, to: &text) }
            return text.split(separator: "\n").sorted().joined(separator: "\n")
        }

        static let certificate = file("certificate", TestCertificates.issued)
        static let key = file("key", TestCertificates.key)
        static let rules = file("rules", #"{"hosts": {"a.test": {"lifetime": 60}}}"#)
        static let presets = file("presets", "# presets\nsmall=w:1\n")

        private static func file(_ name: String, _ text: String) -> String {
            let path = FileManager.default.temporaryDirectory.appending(
                path: "webimage-variables-\(name)"
            ).path
            // Equal in all runs, so that one may replace the file of another.
            #expect(throws: Never.self) {
                try text.write(toFile: path, atomically: true, encoding: .utf8)
            }
            return path
        }
    }
#endif
