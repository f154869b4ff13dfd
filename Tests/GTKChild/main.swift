#if GTK

    import CGTK4
    import Glibc
    import WebImage
    import WebImageGTK
    import WebImageTesting
    import WebImageViews

    /// The state of a program on the main actor.
    @MainActor final class Library {
        var sizes: [PixelSize] = []
    }

    /// A loader of one picture.
    struct OnePicture: ImageLoader {
        var identity: String? { nil }

        func load(_ request: LoadRequest) async throws -> LoadedBody {
            let bitmap = Bitmap(size: PixelSize(64, 48), isOpaque: true)
            let bytes = try BMPEncoder().encode(bitmap, settings: EncodeSettings())
            return LoadedBody(
                head: ResponseHead(url: "https://example.com/a"), origin: .network,
                expectedByteCount: bytes.count, chunks: BodyStream([bytes]))
        }
    }

    /// Runs a program as the article shows it, which closes its window when the picture is there.
    func runProgram() -> Never {
        let status = GTKProgram.run("org.example.Child") {
            let pipeline = ImagePipeline(
                memory: MemoryCache(maxBytes: 1 << 20), disk: nil, loader: OnePicture(),
                codecs: CodecList(decoders: [BMPDecoder()], encoders: []))
            let view = WebImageView(pipeline: pipeline)
            let window = GTKWindow("Child", width: 300, height: 200, showing: view.widget)
            view.load("https://example.com/a") { result in
                print(
                    "title", gtk_window_get_title(window.pointer).map { String(cString: $0) } ?? "")
                print("picture", (try? result.get().image.size) ?? PixelSize(0, 0))
                window.close()
            }
            window.present()
        }
        exit(status)
    }

    func processorTime() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

    if CommandLine.arguments.contains("program") { runProgram() }
    GTKActor.claimThread()
    gtk_init()
    MainQueueBridge.install()
    let library = Library()
    let loop = g_main_loop_new(nil, 0)

    Task { @MainActor in
        print("main", g_main_context_is_owner(g_main_context_default()) != 0)
        let pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 1 << 20), disk: nil, loader: OnePicture(),
            codecs: CodecList(decoders: [BMPDecoder()], encoders: []))
        // The main thread is that of GTK, so both actors may be assumed on it.
        let view = GTKActor.assumeIsolated {
            let view = WebImageView(pipeline: pipeline)
            let window = gtk_window_new()
            let pointer = UnsafeMutableRawPointer(window)?.assumingMemoryBound(to: GtkWindow.self)
            gtk_window_set_child(pointer, view.widget)
            gtk_window_present(pointer)
            view.load("https://example.com/a", as: ImagePresentation()) { result in
                guard let size = try? result.get().image.size else { return }
                MainActor.assumeIsolated { library.sizes.append(size) }
            }
            return view
        }
        while library.sizes.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        print("picture", library.sizes[0])
        print("gtk", await GTKActor.run { view.texture != nil })
        let before = processorTime()
        try await Task.sleep(for: .milliseconds(500))
        print("idle", processorTime() - before < 0.1)
        print("done")
        GTKActor.assumeIsolated { exit(0) }
    }
    g_main_loop_run(loop)

#endif
