#if Sandbox && os(Linux)
    import WebImageCoding

    /// A kind of worker, which decides the calls of its wall; each kind has its own pool.
    enum WorkerKind: UInt8, Hashable, CaseIterable {
        /// Decodes pictures, reads their headers, and converts their colours.
        case decoder = 1
        /// Draws and cleans documents of strangers.
        case document
        /// Encodes pixels.
        case encoder

        /// `true` if the library starts threads: librsvg does, and encoders of video.
        var mayThread: Bool { self != .decoder }
        /// `true` if the library reads fonts.
        var readsFonts: Bool { self == .document }
    }

    /// The kind of worker that answers a request, with the libraries that it must have.
    struct WorkerRole: Hashable {
        let kind: WorkerKind
        /// The format whose libraries are loaded; nil for those that the program links alone.
        let libraries: ImageFormat?
    }

    extension DecodeRequest {
        /// The kind of worker that answers it.
        var kind: WorkerKind {
            operation == .encode ? .encoder : isDocument ? .document : .decoder
        }

        /// The kind of work, which decides what the worker may have.
        var work: WorkerClass {
            switch operation {
            case .demand, .metadata, .color, .describe: .header
            case .decode, .frames, .frame, .convert: isDocument ? .document : .decoding
            case .clean: .document
            case .encode: .encoding
            }
        }
    }

    extension WorkerAllowances {
        /// The most threads of a kind of worker.
        func threads(of kind: WorkerKind) -> Int {
            switch kind {
            case .decoder: decoding.threads
            case .document: document.threads
            case .encoder: encoding.threads
            }
        }
    }
#endif
