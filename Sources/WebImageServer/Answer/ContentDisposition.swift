#if Server
    import WebImage
    import WebImageURLs

    extension ImagePlan {
        /// Returns the value of `Content-Disposition`: the name that a browser saves the file with.
        ///
        /// - Parameter ending: The ending of the name, without a dot; empty for none.
        func disposition(ending: String) -> String {
            let kind = isAttachment == true ? "attachment" : "inline"
            var name = fileName ?? stemOfSource
            if name.isEmpty { name = "image" }
            var safe = ""
            for scalar in name.unicodeScalars {
                switch scalar {
                case "\"": safe += "%22"
                case _ where scalar.value < 32 || scalar.value == 127: safe += "_"
                default: safe.unicodeScalars.append(scalar)
                }
            }
            return "\(kind); filename=\"\(safe)\(ending.isEmpty ? "" : ".\(ending)")\""
        }

        /// The last part of the source's path, without what follows its last dot.
        private var stemOfSource: String {
            let name = lastPart
            guard let dot = name.utf8.lastIndex(of: 46) else { return String(name) }
            return String(name[..<dot])
        }

        /// The text behind the last dot of the source's last part; empty without one.
        var endingOfSource: String {
            let name = lastPart
            guard let dot = name.utf8.lastIndex(of: 46) else { return "" }
            return String(name[name.utf8.index(after: dot)...])
        }

        private var lastPart: Substring {
            let start = source.firstRange(of: "://").map(\.upperBound) ?? source.startIndex
            let path = source[start...]
            guard let slash = path.utf8.lastIndex(of: 47) else { return "" }
            return path[path.utf8.index(after: slash)...]
        }
    }

    extension ImageFormat {
        /// The ending of names of files that a server makes.
        var servedExtension: String { self == .jpeg ? "jpg" : fileExtension }
    }
#endif
