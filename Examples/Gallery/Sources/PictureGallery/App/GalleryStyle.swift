import CGTK4
import WebImageGTK

/// The style of the gallery, besides libadwaita's.
@GTKActor enum GalleryStyle {
    private static let rules = """
        .tile { border-radius: 8px; }
        .tile.cut { outline: 3px solid @warning_bg_color; outline-offset: -3px; }
        .picture-page { background-color: shade(@window_bg_color, 0.96); }
        .playback { margin: 18px; padding: 4px 10px; border-radius: 99px; }
        .arrow { margin: 12px; }
        .percent { margin: 18px; padding: 4px 10px; border-radius: 99px; }
        .notice { margin: 18px; padding: 6px 12px; border-radius: 99px; }
        .drop:drop(active) { box-shadow: inset 0 0 0 4px @accent_color; }
        .info { padding: 18px 12px; }
        .caches { padding: 12px; min-width: 260px; }
        row.fact { min-height: 0; }
        """

    /// Adds the style to a display.
    static func install(on display: OpaquePointer?) {
        guard let display, let provider = gtk_css_provider_new() else { return }
        gtk_css_provider_load_from_data(provider, rules, -1)
        gtk_style_context_add_provider_for_display(
            display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        g_object_unref(UnsafeMutableRawPointer(provider))
    }
}
