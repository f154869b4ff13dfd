import CGTK4
import WebImage
import WebImageGTK
import WebImageViews

extension GalleryWindow {
    /// Adds the action of the slideshow, and lets it follow the pictures and the screen.
    func addSlideshow() {
        add("slideshow") { window in
            window.slideshow.state == .off ? window.startSlideshow() : window.endSlideshow()
        }
        page.onEnd = { [weak self] in self?.countPicture() }
    }

    /// Shows the chosen picture, or the first, in full screen, and then one after the other.
    private func startSlideshow() {
        guard grid.model.count > 0 else { return }
        let isFullScreen = gtk_window_is_fullscreen(window) != 0
        slideshow.start(wasFullScreen: isFullScreen)
        if openPosition == nil {
            open(grid.selected ?? 0)
        } else if !page.zoom.view.isLoading() {
            countPicture()
        }
        page.isBare = true
        page.focus()
        idle = SessionIdle(of: window)
        if !isFullScreen { gtk_window_fullscreen(window) }
    }

    /// Ends the slideshow; its last picture stays open.
    func endSlideshow() {
        guard slideshow.state != .off else { return }
        slideshow.stop(.off)
        page.isBare = false
        idle = nil
        if !slideshow.wasFullScreen { gtk_window_unfullscreen(window) }
    }

    /// Pauses the slideshow, or lets it go on.
    func toggleSlideshow() {
        if slideshow.state == .running {
            slideshow.stop(.paused)
            tell("Slideshow paused")
        } else {
            slideshow.resume()
            tell("Slideshow continues")
            if !page.zoom.view.isLoading() { countPicture() }
        }
    }

    /// Shows the next picture when the present one, which is loaded, has been seen.
    private func countPicture() {
        guard slideshow.state == .running, let openPosition, grid.model.count > 1,
            let next = grid.model.index(at: (openPosition + 1) % grid.model.count)
        else { return }
        let request = source.request(at: next)
        slideshow.count(
            loop: loopOfAnimation,
            preparing: { [pipeline = caches.pipeline] in
                // A picture that fails is shown with its reason.
                _ = try? await pipeline.image(for: request)
            },
            { [weak self] in
                guard let self, let position = self.openPosition else { return }
                open((position + 1) % max(grid.model.count, 1))
            })
    }

    /// The duration of one loop of the open animation at its rate; zero for a still picture.
    private var loopOfAnimation: Duration {
        guard let player = page.zoom.view.player(), player.isPlaying,
            let picture = page.zoom.view.shown().picture
        else { return .zero }
        return picture.metadata.durations.reduce(.zero, +) / max(player.rate, 0.1)
    }
}

/// Keeps the screen on, as long as it exists.
@GTKActor final class SessionIdle {
    private let application: UnsafeMutablePointer<GtkApplication>
    private let number: guint

    /// Asks the desktop; nil if it cannot.
    init?(of window: UnsafeMutablePointer<GtkWindow>) {
        guard let application = gtk_window_get_application(window) else { return nil }
        number = gtk_application_inhibit(
            application, window, GTK_APPLICATION_INHIBIT_IDLE, "Slideshow")
        self.application = application
        guard number != 0 else { return nil }
        g_object_ref(UnsafeMutableRawPointer(application))
    }

    isolated deinit {
        gtk_application_uninhibit(application, number)
        g_object_unref(UnsafeMutableRawPointer(application))
    }
}
