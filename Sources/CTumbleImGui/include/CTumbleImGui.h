#ifndef CTUMBLE_IMGUI_H
#define CTUMBLE_IMGUI_H

// What the interface needs of Dear ImGui, as plain C. Lengths and places are in pixels, y down; texts are
// UTF-8 with their length in bytes; colors are bytes r, g, b, a in memory, as SDL has them.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A context of Dear ImGui with its fonts, its style and its input.
typedef struct TumbleUI TumbleUI;

typedef struct {
  float x, y;
} TumbleUIPoint;

typedef struct {
  float x, y, width, height;
} TumbleUIRect;

/// The colors of what Dear ImGui draws itself, and the size of a point in pixels.
typedef struct {
  uint32_t text, dim, panel, popup, field, hovered, border, accent, selection, scrollbar;
  float scale;
} TumbleUIStyle;

/// The version this was compiled for, such as 18600.
int tumble_ui_version(void);
/// NULL where the library's layout differs from the header's.
TumbleUI *tumble_ui_create(void);
void tumble_ui_destroy(TumbleUI *ui);
void tumble_ui_set_style(TumbleUI *ui, const TumbleUIStyle *style);
/// `get` gives a text that stays until it is called again.
void tumble_ui_set_clipboard(
    TumbleUI *ui, const char *(*get)(void *owner), void (*set)(void *owner, const char *text), void *owner);

// Fonts, all in one texture.

/// Forgets all fonts.
void tumble_ui_clear_fonts(TumbleUI *ui);
/// Adds a TrueType file, or the built-in font (which has Latin-1 alone) for NULL. `wide` takes more alphabets
/// and signs than Latin in. False where the file cannot be read as a font.
bool tumble_ui_add_font(TumbleUI *ui, const char *path, float size, bool wide);
/// Draws the letters of all fonts; false where there is none.
bool tumble_ui_build_fonts(TumbleUI *ui);
/// Whether the font added as number `font` has a sign of its own for a character.
bool tumble_ui_has_glyph(TumbleUI *ui, int font, uint32_t character);

// Input, before a frame. Each call is one change; a button that goes down and up needs a frame between.

typedef enum {
  TUMBLE_UI_TAB, TUMBLE_UI_LEFT, TUMBLE_UI_RIGHT, TUMBLE_UI_UP, TUMBLE_UI_DOWN, TUMBLE_UI_PAGE_UP,
  TUMBLE_UI_PAGE_DOWN, TUMBLE_UI_HOME, TUMBLE_UI_END, TUMBLE_UI_INSERT, TUMBLE_UI_DELETE,
  TUMBLE_UI_BACKSPACE, TUMBLE_UI_SPACE, TUMBLE_UI_ENTER, TUMBLE_UI_ESCAPE,
  TUMBLE_UI_A, TUMBLE_UI_C, TUMBLE_UI_V, TUMBLE_UI_X, TUMBLE_UI_Y, TUMBLE_UI_Z, TUMBLE_UI_KEYS
} TumbleUIKey;

/// A place that is not finite says that there is no pointer.
void tumble_ui_move_mouse(TumbleUI *ui, float x, float y);
/// Buttons: 0 left, 1 right, 2 middle.
void tumble_ui_set_button(TumbleUI *ui, int button, bool is_down);
void tumble_ui_turn_wheel(TumbleUI *ui, float x, float y);
void tumble_ui_set_key(TumbleUI *ui, TumbleUIKey key, bool is_down);
void tumble_ui_set_modifiers(TumbleUI *ui, bool control, bool shift, bool alt);
void tumble_ui_type(TumbleUI *ui, const char *text, size_t length);
void tumble_ui_release_everything(TumbleUI *ui);

// A frame. What follows works on the frame that was begun; another thread's frame waits until it has ended.

void tumble_ui_begin_frame(TumbleUI *ui, float width, float height, float seconds);
void tumble_ui_end_frame(TumbleUI *ui);

enum {
  TUMBLE_UI_WANTS_MOUSE = 1,
  TUMBLE_UI_WANTS_TEXT = 4,
  /// Something is held or typed into: frames must go on.
  TUMBLE_UI_IS_BUSY = 8,
};
uint32_t tumble_ui_wants(TumbleUI *ui);

typedef enum { TUMBLE_UI_ARROW, TUMBLE_UI_TEXT, TUMBLE_UI_HAND, TUMBLE_UI_SIDEWAYS } TumbleUICursor;
TumbleUICursor tumble_ui_cursor(TumbleUI *ui);
void tumble_ui_show_cursor(TumbleUICursor cursor);

// What the latest frame draws.

typedef struct {
  /// Differs, but for one in 2⁶⁴, where anything that is drawn differs.
  uint64_t digest;
  int command_count;
  /// Nothing is drawn outside; without a width where nothing is drawn.
  TumbleUIRect bounds;
} TumbleUIList;

/// Where pixels are drawn to, 0xaarrggbb with colors multiplied by their opacity. The stride is in pixels.
typedef struct {
  uint32_t *pixels;
  int width, height, stride;
} TumbleUIPixels;

/// A picture of the same kind of pixels; NULL for that of the letters.
typedef struct {
  const uint32_t *pixels;
  int width, height;
} TumbleUIPicture;

int tumble_ui_list_count(TumbleUI *ui);
/// All that the latest frame draws, in one number.
uint64_t tumble_ui_look(TumbleUI *ui);
TumbleUIList tumble_ui_list(TumbleUI *ui, int index);
/// Whether a press at a place would be for a panel of the latest frame.
bool tumble_ui_takes_press(TumbleUI *ui, float x, float y);
/// Whether a menu or a list is open.
bool tumble_ui_has_popup(TumbleUI *ui);
/// Closes the menus and lists that are open, from the next frame on; false where there is none.
bool tumble_ui_close_popups(TumbleUI *ui);
/// Whether something is drawn about a place.
bool tumble_ui_covers(TumbleUI *ui, float x, float y);
/// The picture that a command is drawn with, as it was given to `tumble_ui_draw_image`; 0 for that of the
/// letters.
uintptr_t tumble_ui_texture(TumbleUI *ui, int list, int command);
/// Draws a command over what is there, within a rectangle.
void tumble_ui_raster(
    TumbleUI *ui, int list, int command, TumbleUIPixels target, TumbleUIRect clip, TumbleUIPicture picture);
/// Colors as they are, not multiplied by their opacity: what SDL blends.
void tumble_ui_make_straight(const uint32_t *pixels, uint32_t *straight, size_t count);

// Windows.

enum {
  TUMBLE_UI_SCROLLS = 1,
  /// The mouse goes through.
  TUMBLE_UI_IS_IDLE = 2,
  /// Comes to the front when it appears.
  TUMBLE_UI_IS_MODAL = 4,
  TUMBLE_UI_IS_BARE = 8,
  TUMBLE_UI_SCROLLS_SIDEWAYS = 16,
};

/// Puts the window's point `pivot` (0...1 on both axes) at a place. A size of 0 is that of what is in it, up
/// to `limit`.
void tumble_ui_begin_window(
    const char *name, TumbleUIPoint place, TumbleUIPoint pivot, TumbleUIPoint size, TumbleUIPoint limit,
    TumbleUIPoint padding, float rounding, uint32_t flags);
void tumble_ui_end_window(void);
TumbleUIRect tumble_ui_window(void);
bool tumble_ui_window_appears(void);
void tumble_ui_begin_child(uint32_t id, TumbleUIPoint size, uint32_t flags);
void tumble_ui_end_child(void);
float tumble_ui_scroll(void);
void tumble_ui_scroll_to(float y);
bool tumble_ui_begin_main_menu(float height);
void tumble_ui_end_main_menu(void);
bool tumble_ui_begin_menu(const char *title, size_t length);
void tumble_ui_end_menu(void);
bool tumble_ui_menu_item(
    const char *title, size_t title_length, const char *shortcut, size_t shortcut_length, bool is_checked,
    bool is_enabled);
void tumble_ui_separator(void);
void tumble_ui_open_popup(void);
bool tumble_ui_begin_popup(void);
void tumble_ui_end_popup(void);
// The same for the items of a menu.
bool tumble_ui_begin_popup_menu(void);
void tumble_ui_end_popup_menu(void);
/// Whether the mouse is over the latest item.
bool tumble_ui_is_item_hovered(void);
/// A tooltip below the mouse, no wider than `width`. Its window finds its size in a second frame.
void tumble_ui_tooltip(const char *text, size_t length, float width);

// Places and items.

TumbleUIPoint tumble_ui_cursor_place(void);
void tumble_ui_set_cursor_place(TumbleUIPoint place);
float tumble_ui_available_width(void);
/// Takes room, which the window grows and scrolls by.
void tumble_ui_take(float width, float height);
void tumble_ui_push_id(uint32_t id);
void tumble_ui_push_name(const char *name, size_t length);
void tumble_ui_pop_id(void);

enum {
  TUMBLE_UI_HOVERED = 1,
  TUMBLE_UI_HELD = 2,
  TUMBLE_UI_PRESSED = 4,
  TUMBLE_UI_RELEASED = 8,
  TUMBLE_UI_CLICKED = 16,
  TUMBLE_UI_EDITED = 32,
  TUMBLE_UI_DOUBLE_CLICKED = 64,
};

/// An item of the cursor's place that can be seen only by what is drawn there.
uint32_t tumble_ui_item(uint32_t id, TumbleUIPoint size);
/// A line of text to be edited in place, in `buffer` of `capacity` bytes, ended by a 0.
uint32_t tumble_ui_text_field(
    uint32_t id, float width, float padding, const char *hint, char *buffer, size_t capacity,
    bool takes_focus, bool selects_all);
/// A list to choose from, closed: true while it is open, until `tumble_ui_end_choice`.
bool tumble_ui_begin_choice(uint32_t id, float width, const char *chosen, size_t length);
bool tumble_ui_choice(uint32_t id, const char *title, size_t length, bool is_chosen);
void tumble_ui_end_choice(void);
/// Scrolls the list that is built to its last entry.
void tumble_ui_scroll_here(void);
/// Closes the list or the menu that is built.
void tumble_ui_close_popup(void);
/// A field of colors; `color` has red, green, blue, alpha in 0...1.
uint32_t tumble_ui_color_picker(uint32_t id, float width, float color[4]);
TumbleUIPoint tumble_ui_mouse(void);
/// True in the frame in which a key went down; with `repeats` again and again while it is held.
bool tumble_ui_is_pressed(TumbleUIKey key, bool repeats);
/// The turn of the wheel in this frame, to the right and up; nothing where another window is in front.
TumbleUIPoint tumble_ui_wheel(void);
/// Returns true if the right button was pressed in this frame over the window, and no other is in front.
bool tumble_ui_is_right_pressed(void);
bool tumble_ui_is_shift_down(void);
bool tumble_ui_is_alt_down(void);
bool tumble_ui_is_control_down(void);

// Drawing into the window.

void tumble_ui_push_font(int font);
void tumble_ui_pop_font(void);
void tumble_ui_push_opacity(float opacity);
void tumble_ui_pop_opacity(void);
/// What is built between these takes no input, and looks as ever.
void tumble_ui_begin_inert(void);
void tumble_ui_end_inert(void);
/// Returns true while no item is held or has the keyboard, and no button of the mouse is down.
bool tumble_ui_is_idle(void);
void tumble_ui_push_clip(TumbleUIRect rect);
void tumble_ui_pop_clip(void);
/// With `wrap` > 0 lines are broken at spaces to be no wider.
TumbleUIPoint tumble_ui_measure(const char *text, size_t length, float wrap);
/// The same in the usual font, between two frames.
TumbleUIPoint tumble_ui_text_size(TumbleUI *ui, const char *text, size_t length, float wrap);
/// The bytes of a text that a width has room for.
size_t tumble_ui_fit(const char *text, size_t length, float width);
void tumble_ui_draw_text(TumbleUIPoint place, uint32_t color, const char *text, size_t length, float wrap);
void tumble_ui_fill(TumbleUIRect rect, uint32_t color, float rounding);
void tumble_ui_frame(TumbleUIRect rect, uint32_t color, float rounding, float thickness);
void tumble_ui_line(TumbleUIPoint from, TumbleUIPoint to, uint32_t color, float thickness);
void tumble_ui_triangle(TumbleUIPoint a, TumbleUIPoint b, TumbleUIPoint c, uint32_t color);
void tumble_ui_disc(TumbleUIPoint center, float radius, uint32_t color);
void tumble_ui_circle(TumbleUIPoint center, float radius, uint32_t color, float thickness);
void tumble_ui_draw_image(uintptr_t texture, TumbleUIRect rect, uint32_t color, float rounding);

/// Writes a number with at most so many decimals, without zeros at its end; gives the bytes written.
/// `capacity` should be 32 or more.
size_t tumble_ui_write_number(char *buffer, size_t capacity, double value, int decimals);

#ifdef __cplusplus
}
#endif

#endif
