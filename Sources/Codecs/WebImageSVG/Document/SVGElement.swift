#if SVG
    import CSVGShim

    /// An element of a tree, valid as long as the tree.
    struct SVGElement {
        private let node: UnsafeMutablePointer<CSVGNode>

        static let namespace = "http://www.w3.org/2000/svg"

        init(_ node: UnsafeMutablePointer<CSVGNode>) { self.node = node }

        /// The name without prefix; empty for an element of another namespace.
        var name: String {
            let isKnown = node.pointee.space?.pointee.href.map {
                String(cString: $0) == Self.namespace
            }
            return isKnown ?? true ? String(cString: node.pointee.name) : ""
        }

        /// The element around it; nil for the root.
        var parent: SVGElement? {
            guard let parent = node.pointee.parent, parent.pointee.kind == csvg_element else {
                return nil
            }
            return SVGElement(parent)
        }

        /// The next element in document order.
        var next: SVGElement? { csvg_next(node).map(SVGElement.init) }

        /// The first element or text inside of it.
        var firstPart: SVGPart? { node.pointee.children.map(SVGPart.init) }

        /// The attributes, including other namespaces'.
        var attributes: [SVGAttribute] {
            var (result, next) = ([SVGAttribute](), node.pointee.attributes)
            while let attribute = next {
                result.append(SVGAttribute(attribute))
                next = attribute.pointee.next
            }
            return result
        }

        /// The value of an attribute without namespace; nil removes it.
        subscript(name: String) -> String? {
            get { attribute(name)?.value }
            nonmutating set {
                if let newValue {
                    csvg_set(node, nil, name, newValue)
                } else {
                    attribute(name)?.remove()
                }
            }
        }

        /// The text directly inside of it.
        var text: String {
            get {
                var (result, next) = ("", firstPart)
                while let part = next {
                    result += part.text ?? ""
                    next = part.next
                }
                return result
            }
            nonmutating set { csvg_set_text(node, newValue) }
        }

        /// Changes the name, and keeps attributes and content.
        func rename(to name: String) { csvg_rename(node, name) }

        /// Creates an element with attributes beside it or inside of it.
        func insert(_ name: String, isChild: Bool = false, _ attributes: [String: String] = [:]) {
            guard let made = csvg_insert(node, name, isChild) else { return }
            for (name, value) in attributes { csvg_set(made, nil, name, value) }
        }

        private func attribute(_ name: String) -> SVGAttribute? {
            attributes.first { !$0.hasNamespace && $0.name == name }
        }
    }

    /// An element or a text inside of an element.
    struct SVGPart {
        private let node: UnsafeMutablePointer<CSVGNode>

        init(_ node: UnsafeMutablePointer<CSVGNode>) { self.node = node }

        /// The element; nil for a text.
        var element: SVGElement? { node.pointee.kind == csvg_element ? SVGElement(node) : nil }

        /// The text; nil for an element.
        var text: String? {
            guard node.pointee.kind == csvg_text else { return nil }
            return node.pointee.content.map { String(cString: $0) }
        }

        /// The next one inside of the same element.
        var next: SVGPart? { node.pointee.next.map(SVGPart.init) }
    }

    /// An attribute of an element.
    struct SVGAttribute {
        private let handle: UnsafeMutablePointer<CSVGAttribute>

        static let linkNamespace = "http://www.w3.org/1999/xlink"
        static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

        init(_ handle: UnsafeMutablePointer<CSVGAttribute>) { self.handle = handle }

        /// The name without prefix.
        var name: String { String(cString: handle.pointee.name) }

        /// `true` if the name has a prefix.
        var hasNamespace: Bool { handle.pointee.space != nil }

        /// The namespace of the prefix; nil without one.
        var namespace: String? {
            handle.pointee.space.map { $0.pointee.href.map { String(cString: $0) } ?? "" }
        }

        var value: String {
            get { handle.pointee.children?.pointee.content.map { String(cString: $0) } ?? "" }
            nonmutating set {
                guard let element = handle.pointee.parent else { return }
                csvg_set(element, handle.pointee.space, handle.pointee.name, newValue)
            }
        }

        /// Removes it from its element.
        func remove() { csvg_remove(handle) }
    }
#endif
