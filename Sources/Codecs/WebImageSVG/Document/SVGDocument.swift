#if SVG
    import CSVGShim
    import WebImageCoding

    /// A document as a tree of libxml2.
    struct SVGDocument: ~Copyable {
        private let tree: OpaquePointer

        /// Parses `text`.
        ///
        /// - Precondition: `SVGLibrary.load` has succeeded.
        init(_ text: SVGText) throws(CodecError) {
            var message = SVGMessage()
            let tree = text.bytes.withUnsafeBufferPointer { bytes in
                bytes.baseAddress.flatMap {
                    csvg_parse($0, bytes.count, text.isUTF8, &message.buffer)
                }
            }
            guard let tree else { throw .damaged(.svg, message.line) }
            self.tree = tree
        }

        deinit { csvg_free(tree) }

        private var root: SVGElement? { csvg_root(tree).map(SVGElement.init) }

        /// Returns the root, an element `svg`.
        func drawnRoot() throws(CodecError) -> SVGElement {
            guard let root, root.name == "svg" else {
                throw .damaged(.svg, "the root element is not svg")
            }
            return root
        }

        /// Edits the tree so that librsvg draws it as browsers do.
        func edit() throws(CodecError) {
            let root = try drawnRoot()
            var (uses, transforms) = (SVGUses(), SVGTransforms())
            try forEach(from: root) { uses.read($0) }
            try forEach(from: root) { element in
                SVGStyleSheets.edit(element)
                SVGImages.edit(element)
                SVGConditions.edit(element)
                if !uses.edit(element) { transforms.edit(element) }
            }
            var (filters, attributes) = (SVGFilters(), SVGAttributes())
            try forEach(from: root) { filters.edit($0) }
            try forEach(from: root) { element in
                attributes.edit(element)
                SVGFilters.hideFatal(element)
            }
        }

        /// Calls `body` with each element in document order.
        private func forEach(
            from root: SVGElement, _ body: (SVGElement) -> Void
        ) throws(CodecError) {
            if Task.isCancelled { throw .cancelled }
            var next: SVGElement? = root
            while let element = next {
                body(element)
                next = element.next
            }
        }

        /// Returns the font size of the root in pixels.
        func rootFontSize() -> Double {
            guard let root else { return SVGRootFont.initial }
            var (sheets, next): ([String], SVGElement?) = ([], root)
            while let element = next {
                if element.name == "style" { sheets.append(element.text) }
                next = element.next
            }
            return SVGRootFont(root, sheets).size
        }

        /// Hands the edited text to librsvg.
        func open() throws(CodecError) -> OpaquePointer {
            var message = SVGMessage()
            guard let handle = csvg_open(tree, &message.buffer) else {
                throw .damaged(.svg, message.line)
            }
            return handle
        }
    }

    /// The buffer for the message of an error.
    struct SVGMessage {
        var buffer = [CChar](repeating: 0, count: Int(CSVG_MESSAGE_SIZE))

        /// The text before its first line break; a general one if none was set.
        var line: String {
            let units = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
            return units.isEmpty
                ? "the document cannot be read" : String(decoding: units, as: UTF8.self)
        }
    }
#endif
