"""A window with a page of WebKitGTK and nothing else, for tests; the system's Python runs this file,
which has the bindings: python3 webkit_window.py '{"width": 390, "height": 844, "downloads": "/tmp/x"}'

Playwright drives the page by WebKit's own inspector. What it does with the mouse and the keyboard it
hands to a script in the page (`window.__pwWebViewInput`), which can only make up events; `REAL` below
takes the place of that script's methods and passes them on to here, where they become events of the
window, as from a person. Every file that was saved is told in a line."""

import json
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, GLib, Gtk, WebKit2  # noqa: E402

_KEYS = {
    "Enter": "Return", "Backspace": "BackSpace", " ": "space", "ArrowDown": "Down", "ArrowUp": "Up",
    "ArrowLeft": "Left", "ArrowRight": "Right", "PageDown": "Page_Down", "PageUp": "Page_Up",
    "Shift": "Shift_L", "Control": "Control_L", "Alt": "Alt_L",
}  # fmt: skip
_HELD = {
    "ctrlKey": Gdk.ModifierType.CONTROL_MASK,
    "shiftKey": Gdk.ModifierType.SHIFT_MASK,
    "altKey": Gdk.ModifierType.MOD1_MASK,
}
_BUTTON_HELD = Gdk.ModifierType.BUTTON1_MASK


class Window:
    def __init__(self, width, height, scripts=True, downloads=None):
        context = WebKit2.WebContext.new_ephemeral()
        self.view = WebKit2.WebView.new_with_context(context)
        settings = self.view.get_settings()
        settings.set_enable_developer_extras(True)
        # The page's scripts stay out; without any, the inspector would have nothing to talk to.
        settings.set_enable_javascript_markup(scripts)
        hands = self.view.get_user_content_manager()
        hands.register_script_message_handler_with_reply("input", None)
        hands.connect("script-message-with-reply-received::input", self._input)
        self.downloads = downloads
        self.names = {}
        context.connect("download-started", self._download)
        self.window = Gtk.Window(type=Gtk.WindowType.POPUP)
        self.window.set_default_size(width, height)
        self.window.add(self.view)
        self.window.show_all()
        self.view.grab_focus()
        self.window.get_window().focus(Gdk.CURRENT_TIME)
        seat = Gdk.Display.get_default().get_default_seat()
        self.keyboard, self.pointer = seat.get_keyboard(), seat.get_pointer()
        self.view.load_uri("about:blank")

    # -- the mouse and the keyboard ---------------------------------------------------------------

    def _input(self, _, value, reply):
        params = json.loads(value.to_json(0))
        getattr(self, "_" + params["what"])(params)
        # The page has the event before it has the answer.
        reply.return_value(value)
        return True

    def _event(self, kind, device, params, **fields):
        event = Gdk.Event.new(kind)
        event.window = self.view.get_window()
        event.time = GLib.get_monotonic_time() // 1000
        held = 0
        for name, mask in _HELD.items():
            if params.get(name):
                held |= mask
        if params.get("held"):
            held |= _BUTTON_HELD
        event.state = Gdk.ModifierType(held)
        for name, value in fields.items():
            setattr(event, name, value)
        event.set_device(device)
        Gtk.main_do_event(event)

    def _key(self, params):
        key = params["key"]
        value = Gdk.keyval_from_name(_KEYS.get(key, key)) if len(key) > 1 or key == " " else None
        value = value or Gdk.unicode_to_keyval(ord(key[0]))
        known, entries = Gdk.Keymap.get_for_display(
            Gdk.Display.get_default()
        ).get_entries_for_keyval(value)
        kind = Gdk.EventType.KEY_PRESS if params["down"] else Gdk.EventType.KEY_RELEASE
        code = entries[0].keycode if known and entries else 0
        self._event(kind, self.keyboard, params, keyval=value, hardware_keycode=code)

    def _move(self, params):
        self._event(
            Gdk.EventType.MOTION_NOTIFY, self.pointer, params,
            x=params["x"], y=params["y"], x_root=params["x"], y_root=params["y"],
        )  # fmt: skip

    def _button(self, params):
        down = params["down"]
        self._event(
            Gdk.EventType.BUTTON_PRESS if down else Gdk.EventType.BUTTON_RELEASE,
            self.pointer, {**params, "held": not down}, button=params["button"] + 1,
            x=params["x"], y=params["y"], x_root=params["x"], y_root=params["y"],
        )  # fmt: skip

    # -- files ------------------------------------------------------------------------------------

    def _download(self, _, download):
        download.connect("decide-destination", self._place)
        download.connect("finished", self._saved)

    def _place(self, download, name):
        path = f"{self.downloads}/{len(self.names)}"
        self.names[download] = {"path": path, "name": name}
        download.set_destination("file://" + path)
        return True

    def _saved(self, download):
        print(json.dumps(self.names[download]), flush=True)


if __name__ == "__main__":
    Window(**json.loads(sys.argv[1]))
    # The tests hold the other end of this pipe: when they are gone, so is the window.
    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_HUP, lambda *_: Gtk.main_quit())
    Gtk.main()
