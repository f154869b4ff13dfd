import CAdwaita
import CGTK4
import Foundation
import WebImageGTK

/// The program: opens a window on the pictures that the command line names.
public enum GalleryApplication {
    /// Runs the program until its window is closed.
    ///
    /// - Parameter arguments: The arguments without the name of the program.
    /// - Returns: The exit status: 1 if there is no display or there are no pictures, 64 for other
    ///   arguments than one folder or file, and what is decoded in processes without rights.
    public static func run(_ arguments: [String]) -> Int32 {
        var (arguments, codecs) = (arguments, GalleryCodecs.onDemand)
        if arguments.first == "--sandbox", arguments.count > 1 {
            guard let wanted = GalleryCodecs(rawValue: arguments[1]) else { return failUsage() }
            codecs = wanted
            arguments.removeFirst(2)
        }
        guard arguments.count <= 1, arguments.first?.hasPrefix("-") != true else {
            return failUsage()
        }
        GTKActor.claimThread()
        guard gtk_init_check() != 0 else { return fail("there is no display") }
        do throws(SourceFailure) {
            let source = try source(of: arguments.first)
            return GTKActor.assumeIsolated { run(source, codecs) }
        } catch {
            return fail(error.description)
        }
    }

    private static func source(of path: String?) throws(SourceFailure) -> any PictureSource {
        guard let path else { return try GeneratedSource() }
        return try Sources.list(path)
    }

    private static func failUsage() -> Int32 {
        print("usage: gallery [--sandbox all|on-demand|off] [FOLDER | FILE OF URLS]")
        return 64
    }

    private static func fail(_ reason: String) -> Int32 {
        FileHandle.standardError.write(Data("gallery: \(reason)\n".utf8))
        return 1
    }

    @GTKActor private static func run(
        _ source: any PictureSource, _ codecs: GalleryCodecs
    ) -> Int32 {
        // Not unique, so that each run has its own pictures, and none needs a bus.
        let name = "org.webimage.Gallery"
        guard let application = adw_application_new(name, G_APPLICATION_NON_UNIQUE) else {
            return fail("the application cannot start")
        }
        let raw = UnsafeMutableRawPointer(application)
        defer { g_object_unref(raw) }
        let caches = GalleryCaches(codecs: codecs.list())
        Signal.connect("activate", of: OpaquePointer(application)) { _ in
            let window = GalleryWindow(source, caches)
            let app = raw.assumingMemoryBound(to: GtkApplication.self)
            gtk_application_add_window(app, window.window)
            window.present()
        }
        let status = g_application_run(raw.assumingMemoryBound(to: GApplication.self), 0, nil)
        finish(caches)
        return status
    }

    /// Runs the main loop on until the caches are written.
    @GTKActor private static func finish(_ caches: GalleryCaches) {
        var isFinished = false
        Task {
            await caches.flush()
            isFinished = true
        }
        while !isFinished { g_main_context_iteration(nil, 1) }
    }
}
