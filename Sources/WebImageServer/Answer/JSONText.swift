#if Server
    import WebImage

    /// Values of JSON as text.
    enum JSONText {
        /// Returns an object of members whose values are JSON.
        static func object(_ members: [(String, String)]) -> String {
            "{" + members.map { "\(string($0.0)):\($0.1)" }.joined(separator: ",") + "}"
        }

        /// Returns a list of values that are JSON.
        static func list(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }

        /// Returns a string in quotation marks.
        static func string(_ text: String) -> String {
            var result = "\""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"": result += "\\\""
                case "\\": result += "\\\\"
                case "\n": result += "\\n"
                case _ where isHidden(scalar):
                    let digits = String(scalar.value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                default: result.unicodeScalars.append(scalar)
                }
            }
            return result + "\""
        }

        /// Returns `true` for characters that move the cursor, end lines or turn the direction of text, in a
        /// terminal or a viewer of logs; `JSONValue` of the package of the command has the same ones.
        private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.value {
            case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
                true
            default: false
            }
        }

        /// Returns a number with at most three decimals.
        static func number(_ value: Double) -> String {
            guard value.isFinite else { return "0" }
            return ((value * 1_000).rounded() / 1_000).decimal
        }
    }
#endif
