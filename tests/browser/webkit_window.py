"""Windows with a page of WebKitGTK and nothing else, for tests; the system's Python runs this file,
which has the bindings: python3 webkit_window.py '{"width": 390, "height": 844, "downloads": "/tmp/x"}'
Every line that it reads is something to do: open one more window of the same browser, print a page, let
the pages at the clipboard.

Playwright drives the page by WebKit's own inspector. What it does with the mouse and the keyboard it
hands to a script in the page (`window.__pwWebViewInput`), which can only make up events; `REAL` below
takes the place of that script's methods and passes them on to here, where they become events of the
window, as from a person. Every file that was saved or printed is told in a line."""

import contextlib
import ctypes
import json
import os
import pathlib
import socket
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
gi.require_version("Soup", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, GLib, Gtk, Soup, WebKit2  # noqa: E402

_KEYS = {
    "Enter": "Return",
    "Backspace": "BackSpace",
    " ": "space",
    "ArrowDown": "Down",
    "ArrowUp": "Up",
    "ArrowLeft": "Left",
    "ArrowRight": "Right",
    "PageDown": "Page_Down",
    "PageUp": "Page_Up",
    "Shift": "Shift_L",
    "Control": "Control_L",
    "Alt": "Alt_L",
}
_HELD = {
    "ctrlKey": Gdk.ModifierType.CONTROL_MASK,
    "shiftKey": Gdk.ModifierType.SHIFT_MASK,
    "altKey": Gdk.ModifierType.MOD1_MASK,
}
_BUTTON_HELD = Gdk.ModifierType.BUTTON1_MASK


class Browser:
    def __init__(self, width, height, scripts=True, downloads=None):
        self.context = WebKit2.WebContext.new_ephemeral()
        self.size, self.scripts = (width, height), scripts
        self.downloads = downloads
        self.names = {}
        self.windows = []
        self.allowed = False
        self.context.connect("download-started", self._download)
        self.open()

    def do(self, what, **params):
        getattr(self, what)(**params)

    def open(self):
        window = Window(self.context, self.size, self.scripts)
        window.view.connect("permission-request", self._asked)
        self.windows.append(window)

    def allow(self):
        self.allowed = True

    def _asked(self, _, request):
        clipboard = isinstance(request, WebKit2.ClipboardPermissionRequest)
        request.allow() if clipboard and self.allowed else request.deny()
        return True

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
        print(json.dumps({"what": "saved", **self.names[download]}), flush=True)

    def print(self, number, paper):
        """Print the page of the window with this number to a file, on paper that GTK calls so, with the
        margins that it comes with: WebKitGTK knows no `@page` in styles."""
        path = f"{self.downloads}/{len(self.names)}.pdf"
        printing = WebKit2.PrintOperation.new(self.windows[number].view)
        self.names[printing] = {"path": path, "name": None}
        settings = Gtk.PrintSettings()
        settings.set_printer("Print to File")
        settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, "file://" + path)
        settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, "pdf")
        printing.set_print_settings(settings)
        setup = Gtk.PageSetup()
        setup.set_paper_size_and_default_margins(Gtk.PaperSize.new(paper))
        printing.set_page_setup(setup)
        printing.connect("finished", self._printed)
        printing.print_()

    def _printed(self, printing):
        print(json.dumps({"what": "printed", **self.names[printing]}), flush=True)


class Window:
    def __init__(self, context, size, scripts):
        self.view = WebKit2.WebView.new_with_context(context)
        self.view.connect("script-dialog", self._dialog)
        # Playwright would wait for the page for ever.
        self.view.connect("web-process-terminated", lambda *_: os._exit(1))
        self.view.connect("load-changed", lambda *_: answer_at_once())
        settings = self.view.get_settings()
        settings.set_enable_developer_extras(True)
        # The page's scripts stay out; without any, the inspector would have nothing to talk to.
        settings.set_enable_javascript_markup(scripts)
        hands = self.view.get_user_content_manager()
        hands.register_script_message_handler_with_reply("input", None)
        hands.connect("script-message-with-reply-received::input", self._input)
        self.window = Gtk.Window(type=Gtk.WindowType.POPUP)
        self.window.set_default_size(*size)
        self.window.add(self.view)
        self.window.show_all()
        self.view.grab_focus()
        self.window.get_window().focus(Gdk.CURRENT_TIME)
        seat = Gdk.Display.get_default().get_default_seat()
        self.keyboard, self.pointer = seat.get_keyboard(), seat.get_pointer()
        self.view.load_uri("about:blank")

    def _dialog(self, _, dialog):
        """The player who is asked whether to leave the page leaves it."""
        if dialog.get_dialog_type() == WebKit2.ScriptDialogType.BEFORE_UNLOAD_CONFIRM:
            dialog.confirm_set_confirmed(True)
        return True

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
            Gdk.EventType.MOTION_NOTIFY,
            self.pointer,
            params,
            x=params["x"],
            y=params["y"],
            x_root=params["x"],
            y_root=params["y"],
        )

    def _button(self, params):
        down = params["down"]
        self._event(
            Gdk.EventType.BUTTON_PRESS if down else Gdk.EventType.BUTTON_RELEASE,
            self.pointer,
            {**params, "held": not down},
            button=params["button"] + 1,
            x=params["x"],
            y=params["y"],
            x_root=params["x"],
            y_root=params["y"],
        )


def take_long_messages():
    """The inspector closes the connection at a message of 128 KiB, which nobody can set. So the default
    of that property is changed: a number that lies this many bytes after the start of what GLib knows
    of the property."""
    offset = 88
    library = ctypes.CDLL("libgobject-2.0.so.0")
    library.g_type_class_ref.restype = library.g_object_class_find_property.restype = (
        ctypes.c_void_p
    )
    known = library.g_type_class_ref(ctypes.c_size_t(hash(Soup.WebsocketConnection.__gtype__)))
    for limit in Soup.WebsocketConnection.list_properties():
        if limit.name in ("max-incoming-payload-size", "max-total-message-size"):
            address = library.g_object_class_find_property(
                ctypes.c_void_p(known), limit.name.encode()
            )
            value = ctypes.c_uint64.from_address(address + offset)
            if value.value == limit.default_value:
                value.value = 1 << 30


def answer_at_once():
    """The inspector speaks through sockets within this process, and an answer in two pieces would wait
    for 40 ms each time, until the first was acknowledged. They open some time after the start."""
    for name in pathlib.Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            if name.is_socket():
                with socket.socket(fileno=os.dup(int(name.name))) as one:
                    if one.family in (socket.AF_INET, socket.AF_INET6):
                        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def read(_, condition, browser):
    """The tests hold the other end of this pipe: when they are gone, so are the windows."""
    line = "" if condition & GLib.IO_HUP else sys.stdin.readline()
    if not line:
        Gtk.main_quit()
        return False
    browser.do(**json.loads(line))
    return True


if __name__ == "__main__":
    take_long_messages()
    browser = Browser(**json.loads(sys.argv[1]))
    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, read, browser)
    Gtk.main()
