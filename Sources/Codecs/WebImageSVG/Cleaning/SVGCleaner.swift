#if SVG
    import WebImageCoding

    /// The writing of a tree as a text of known elements and attributes, whose links lead nowhere
    /// else.
    struct SVGCleaner {
        /// An element whose end is not yet written.
        private struct Open {
            let name: String
            /// The part of it that is written next.
            var next: SVGPart?
        }

        private var output: [UInt8] = []
        private var open: [Open] = []
        private var count = 0
        /// `true` if the start tag at the end of the output lacks its bracket.
        private var isTagOpen = false
        /// `true` if an attribute needs the declaration of XLink.
        private var hasLinks = false
        /// The most bytes of the output.
        private let capacity: Int

        /// The most elements, as many as librsvg reads.
        private static let maxCount = 1_000_000
        /// The most elements inside of each other, as many as libxml2 reads.
        private static let maxDepth = 256
        private static let head = Array("<svg xmlns=\"\(SVGElement.namespace)\"".utf8)

        /// - Parameter limits: Bounds of the written text.
        init(within limits: DecodeLimits) { capacity = SVGText.capacity(within: limits) }

        /// Returns the text of a document.
        ///
        /// - Parameter root: Its element `svg`.
        mutating func text(of root: SVGElement) throws(CodecError) -> [UInt8] {
            try begin(root)
            while let parent = open.last {
                guard let part = parent.next else {
                    end(parent.name)
                    continue
                }
                open[open.count - 1].next = part.next
                if let element = part.element {
                    try begin(element)
                } else if let text = part.text, SVGCleanRules.textual.contains(parent.name) {
                    write(text)
                }
                guard output.count <= capacity else {
                    throw .limit("SVG text of more than \(capacity) bytes")
                }
            }
            if hasLinks {
                let declaration = " xmlns:xlink=\"\(SVGAttribute.linkNamespace)\""
                output.insert(contentsOf: declaration.utf8, at: Self.head.count)
            }
            return output
        }

        /// Writes the start of an element, unless it has no place in a clean document.
        private mutating func begin(_ element: SVGElement) throws(CodecError) {
            let name = element.name
            guard SVGCleanRules.elements.contains(name), Self.changesKnown(element),
                !SVGCleanRules.childless.contains(open.last?.name ?? "")
            else { return }
            count += 1
            guard count <= Self.maxCount else { throw .limit("\(count) elements") }
            guard open.count < Self.maxDepth else {
                throw .limit("elements \(open.count + 1) deep")
            }
            var sheet = ""
            if name == "style" {
                sheet = Self.isCSS(element) ? SVGCleanStyle.sheet(element.text) : ""
                if sheet.isEmpty { return }
            }
            closeTag()
            output += open.isEmpty ? Self.head : Array("<\(name)".utf8)
            write(element.attributes, of: name)
            isTagOpen = true
            open.append(Open(name: name, next: name == "style" ? nil : element.firstPart))
            write(sheet)
        }

        private mutating func end(_ name: String) {
            output += Array((isTagOpen ? "/>" : "</\(name)>").utf8)
            isTagOpen = false
            open.removeLast()
        }

        private mutating func closeTag() {
            if isTagOpen { output.append(UInt8(ascii: ">")) }
            isTagOpen = false
        }

        private mutating func write(_ text: String) {
            guard !text.isEmpty else { return }
            closeTag()
            escape(text, isValue: false)
        }

        private mutating func write(_ attributes: [SVGAttribute], of element: String) {
            // Two prefixes of one namespace make one name of two.
            var names: Set<String> = []
            for attribute in attributes {
                guard let (name, value) = SVGCleanAttribute.cleaned(attribute, of: element),
                    names.insert(name).inserted
                else { continue }
                hasLinks = hasLinks || name == SVGCleanAttribute.link
                output += Array(" \(name)=\"".utf8)
                escape(value, isValue: true)
                output.append(UInt8(ascii: "\""))
            }
        }

        private mutating func escape(_ text: String, isValue: Bool) {
            for byte in text.utf8 {
                switch Unicode.Scalar(byte) {
                case "&": output += Array("&amp;".utf8)
                case "<": output += Array("&lt;".utf8)
                case ">": output += Array("&gt;".utf8)
                case "\r": output += Array("&#13;".utf8)
                case "\"" where isValue: output += Array("&quot;".utf8)
                case "\t" where isValue: output += Array("&#9;".utf8)
                case "\n" where isValue: output += Array("&#10;".utf8)
                default: output.append(byte)
                }
            }
        }

        /// Returns `false` for an animation of an attribute that may be a link, or is not on the
        /// list.
        private static func changesKnown(_ element: SVGElement) -> Bool {
            guard SVGCleanRules.animations.contains(element.name) else { return true }
            guard let name = element["attributeName"] else {
                return element.name == "animateMotion"
            }
            return SVGCleanRules.kinds[name] == .plain
        }

        /// Returns `true` for a sheet without type, or of CSS.
        private static func isCSS(_ sheet: SVGElement) -> Bool {
            ["", "text/css"].contains(sheet["type"]?.lowercased() ?? "")
        }
    }

    extension SVGDocument {
        /// Returns the text of the tree without what runs, or loads from elsewhere.
        func cleaned(within limits: DecodeLimits) throws(CodecError) -> [UInt8] {
            var cleaner = SVGCleaner(within: limits)
            return try cleaner.text(of: drawnRoot())
        }
    }
#endif
