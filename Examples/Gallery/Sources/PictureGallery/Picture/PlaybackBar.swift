import CGTK4
import WebImageGTK
import WebImageViews

/// The controls of an animation: play and pause, the frame, and the rate.
@GTKActor final class PlaybackBar {
    let widget: Widget
    private let button: Widget
    private let scale: Widget
    private let label: Widget
    private let rates: Widget
    /// `true` in a narrow window, in which the bar has no rates.
    var isNarrow = false {
        didSet {
            gtk_widget_set_visible(rates, isNarrow ? 0 : 1)
            gtk_widget_set_size_request(scale, isNarrow ? 90 : 180, -1)
        }
    }
    /// `true` if the bar is not shown for animations either.
    var isHidden = false {
        didSet { update() }
    }
    private let player: @GTKActor () -> AnimationPlayer?
    /// The rate for the players of further pictures.
    private var rate = 1.0
    /// `true` while the bar itself moves the scale.
    private var isUpdating = false

    private static let rates = [0.25, 0.5, 1, 2, 4]

    /// Creates a bar for the player that a function returns; nil without an animation.
    init(_ player: @escaping @GTKActor () -> AnimationPlayer?) {
        self.player = player
        guard let button = gtk_button_new_from_icon_name("media-playback-pause-symbolic"),
            let scale = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0, 1, 1),
            let label = gtk_label_new(nil), let strings = gtk_string_list_new(nil),
            let rates = gtk_drop_down_new(strings, nil)
        else { preconditionFailure("GTK cannot create the controls of an animation.") }
        (self.button, self.scale, self.label, self.rates) = (button, scale, label, rates)
        gtk_actionable_set_action_name(button.opaque, "win.play")
        gtk_widget_add_css_class(button, "flat")
        gtk_widget_set_size_request(scale, 180, -1)
        gtk_widget_add_css_class(label, "numeric")
        gtk_label_set_width_chars(label.opaque, 7)
        let texts = Self.rates.map { rate in "\(rate < 1 ? "\(rate)" : "\(Int(rate))") ×" }
        for text in texts { gtk_string_list_append(strings, text) }
        Widgets.name(button, "Play or Pause")
        Widgets.name(scale, "Frame")
        Widgets.name(rates, "Rate")
        widget = Widgets.box(
            GTK_ORIENTATION_HORIZONTAL, spacing: 6, [button, scale, label, rates])
        for name in ["osd", "toolbar", "playback"] { gtk_widget_add_css_class(widget, name) }
        gtk_widget_set_halign(widget, GTK_ALIGN_CENTER)
        gtk_widget_set_valign(widget, GTK_ALIGN_END)
        gtk_widget_set_visible(widget, 0)
        // The picture outlives the bar when a window closes.
        g_object_ref_sink(UnsafeMutableRawPointer(widget))
        connect()
    }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(widget)) }

    private func connect() {
        Signal.connect("value-changed", of: scale.opaque) { [weak self] _ in
            guard let self, !isUpdating else { return }
            let frame = gtk_range_get_value(scale.cast(to: GtkRange.self))
            player()?.pause()
            player()?.seek(to: Int(frame))
            update()
        }
        gtk_drop_down_set_selected(rates.opaque, guint(Self.rates.firstIndex(of: 1) ?? 0))
        let address = UInt(bitPattern: rates)
        Signal.connect("notify::selected", of: rates.opaque) { [weak self] _ in
            guard let self, let rates = OpaquePointer(bitPattern: address) else { return }
            let index = Int(gtk_drop_down_get_selected(rates))
            if Self.rates.indices.contains(index) { rate = Self.rates[index] }
            player()?.setRate(rate)
        }
    }

    /// Plays, or pauses at the frame that is shown.
    func toggle() {
        guard let player = player() else { return }
        if player.isPlaying { player.pause() } else { player.play() }
        update()
    }

    /// Pauses, and shows another frame.
    func step(by frames: Int) {
        guard let player = player(), player.frameCount > 0 else { return }
        player.pause()
        let count = player.frameCount
        player.seek(to: ((player.shownFrame ?? 0) + frames % count + count) % count)
        update()
    }

    /// Shows the state of the player; without one, the bar is hidden.
    func update() {
        let player = player()
        gtk_widget_set_visible(widget, player == nil || isHidden ? 0 : 1)
        guard let player else { return }
        if player.rate != rate { player.setRate(rate) }
        let frame = player.shownFrame ?? 0
        isUpdating = true
        defer { isUpdating = false }
        let range = scale.cast(to: GtkRange.self)
        gtk_range_set_range(range, 0, Double(max(player.frameCount - 1, 1)))
        gtk_range_set_value(range, Double(frame))
        gtk_label_set_text(label.opaque, "\(frame + 1) / \(player.frameCount)")
        let icon =
            player.isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic"
        let button = button.cast(to: GtkButton.self)
        let former = gtk_button_get_icon_name(button).map { String(cString: $0) }
        if former != icon { gtk_button_set_icon_name(button, icon) }
    }
}
