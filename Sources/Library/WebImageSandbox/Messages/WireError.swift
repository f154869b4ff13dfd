#if Sandbox && os(Linux)
    import WebImageCoding

    extension CodecError {
        /// Writes the error; texts are cut.
        func write(to packet: inout PacketWriter) {
            let (code, format, texts): (UInt8, ImageFormat?, [String]) =
                switch self {
                case .unrecognized(let what): (1, nil, [what])
                case .noCodec(let format): (2, format, [])
                case .missingLibrary(let format, let library, let package):
                    (3, format, [library, package])
                case .unsupported(let format, let what): (4, format, [what])
                case .damaged(let format, let what): (5, format, [what])
                case .truncated(let format, let what): (6, format, [what])
                case .limit(let what): (7, nil, [what])
                case .encoding(let format, let what): (8, format, [what])
                case .cancelled, .timedOut: (9, nil, [])
                // A worker starts no worker.
                case .workerEnded(let format, _): (5, format, ["\(self)"])
                }
            packet.write(code)
            packet.write(format?.rawValue ?? "", limit: 64)
            packet.write(texts.first ?? "", limit: Message.maxText)
            packet.write(texts.last ?? "", limit: Message.maxText)
        }

        /// Reads an error; a worker's text is shown without control characters.
        init(from packet: inout PacketReader) throws(PacketError) {
            let code = try packet.read(UInt8.self)
            let format = ImageFormat(rawValue: try packet.readText(limit: 64).printable)
            let what = try packet.readText(limit: Message.maxText).printable
            let package = try packet.readText(limit: Message.maxText).printable
            guard packet.isAtEnd else { throw PacketError("an error is too long") }
            switch code {
            case 1: self = .unrecognized(what)
            case 2: self = .noCodec(format)
            case 3: self = .missingLibrary(format, library: what, package: package)
            case 4: self = .unsupported(format, what)
            case 5: self = .damaged(format, what)
            case 6: self = .truncated(format, what)
            case 7: self = .limit(what)
            case 8: self = .encoding(format, what)
            default: throw PacketError("an error of number \(code)")
            }
        }
    }

    extension String {
        /// The text with control characters but line breaks and tabs replaced by U+FFFD.
        var printable: String {
            String(
                String.UnicodeScalarView(
                    unicodeScalars.map { scalar in
                        let isControl =
                            scalar.properties.generalCategory == .control
                            && scalar != "\n" && scalar != "\t"
                        return isControl ? "\u{FFFD}" : scalar
                    }))
        }
    }
#endif
