// Items that are clicked, dragged and typed into, and what is drawn.

#include "context.hpp"

#include <imgui/imgui_internal.h>

#include <cmath>
#include <cstdio>
#include <cstring>

TumbleUIPoint tumble_ui_cursor_place(void) { return point(ImGui::GetCursorScreenPos()); }
void tumble_ui_set_cursor_place(TumbleUIPoint place) { ImGui::SetCursorScreenPos(vec(place)); }
float tumble_ui_available_width(void) { return ImGui::GetContentRegionAvail().x; }
void tumble_ui_take(float width, float height) { ImGui::Dummy(ImVec2(width, height)); }
void tumble_ui_push_id(uint32_t id) { ImGui::PushID(static_cast<int>(id)); }
void tumble_ui_push_name(const char *name, size_t length) { ImGui::PushID(name, name + length); }
void tumble_ui_pop_id(void) { ImGui::PopID(); }

static uint32_t state_of_item() {
  return (ImGui::IsItemHovered() ? TUMBLE_UI_HOVERED : 0) | (ImGui::IsItemActive() ? TUMBLE_UI_HELD : 0) |
         (ImGui::IsItemActivated() ? TUMBLE_UI_PRESSED : 0) |
         (ImGui::IsItemDeactivated() ? TUMBLE_UI_RELEASED : 0);
}

uint32_t tumble_ui_item(uint32_t id, TumbleUIPoint size) {
  ImGui::PushID(static_cast<int>(id));
  const bool is_clicked = ImGui::InvisibleButton("item", ImVec2(std::fmax(size.x, 1), std::fmax(size.y, 1)));
  ImGui::PopID();
  uint32_t state = state_of_item();
  if (is_clicked) state |= TUMBLE_UI_CLICKED;
  if (state & TUMBLE_UI_HOVERED && ImGui::IsMouseDoubleClicked(0)) state |= TUMBLE_UI_DOUBLE_CLICKED;
  return state;
}

uint32_t tumble_ui_text_field(
    uint32_t id, float width, float padding, const char *hint, char *buffer, size_t capacity,
    bool takes_focus, bool selects_all) {
  ImGui::PushID(static_cast<int>(id));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(padding, ImGui::GetStyle().FramePadding.y));
  ImGui::SetNextItemWidth(width);
  // A field that is entered again gets the history that it had, by its id, while its text may be another and
  // shorter by now: to undo then ends the program. So what was left is forgotten.
  const ImGuiID id_of_text = ImGui::GetID("##text");
  if (ImGuiInputTextState *left = ImGui::GetInputTextState(id_of_text))
    if (ImGui::GetActiveID() != id_of_text) left->ID = 0;
  if (takes_focus) ImGui::SetKeyboardFocusHere();
  const ImGuiInputTextFlags flags =
      selects_all ? ImGuiInputTextFlags_AutoSelectAll : ImGuiInputTextFlags_None;
  const bool is_edited = ImGui::InputTextWithHint("##text", hint, buffer, capacity, flags);
  uint32_t state = state_of_item();
  // Where the mouse did not say where, what is typed goes on behind what is there.
  if (state & TUMBLE_UI_PRESSED && !selects_all && !ImGui::IsMouseClicked(0))
    if (ImGuiInputTextState *own = ImGui::GetInputTextState(id_of_text)) {
      own->SelectAll();
      own->ClearSelection();
    }
  if (is_edited) state |= TUMBLE_UI_EDITED;
  ImGui::PopStyleVar();
  ImGui::PopID();
  return state;
}

uint32_t tumble_ui_color_picker(uint32_t id, float width, float color[4]) {
  ImGui::PushID(static_cast<int>(id));
  const float unit = ImGui::GetStyle().FramePadding.x;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(unit, unit * 0.75f));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemInnerSpacing, ImVec2(unit, unit * 0.5f));
  ImGui::SetNextItemWidth(width);
  const bool is_edited = ImGui::ColorPicker4(
      "##color", color,
      ImGuiColorEditFlags_NoSidePreview | ImGuiColorEditFlags_NoSmallPreview | ImGuiColorEditFlags_DisplayHex
          | ImGuiColorEditFlags_AlphaBar | ImGuiColorEditFlags_NoOptions | ImGuiColorEditFlags_NoLabel
          | ImGuiColorEditFlags_NoTooltip);
  uint32_t state = state_of_item();
  if (is_edited) state |= TUMBLE_UI_EDITED;
  ImGui::PopStyleVar(2);
  ImGui::PopID();
  return state;
}

// Drawing.

void tumble_ui_push_font(int font) {
  const ImVector<ImFont *> &fonts = ImGui::GetIO().Fonts->Fonts;
  ImGui::PushFont(fonts[font < fonts.Size ? font : 0]);
}

void tumble_ui_pop_font(void) { ImGui::PopFont(); }
void tumble_ui_push_opacity(float opacity) {
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, ImGui::GetStyle().Alpha * opacity);
}
void tumble_ui_pop_opacity(void) { ImGui::PopStyleVar(); }
bool tumble_ui_is_idle(void) { return !ImGui::IsAnyItemActive() && !ImGui::IsAnyMouseDown(); }
void tumble_ui_push_clip(TumbleUIRect rect) { ImGui::PushClipRect(low(rect), high(rect), true); }
void tumble_ui_pop_clip(void) { ImGui::PopClipRect(); }

static float width_of(const char *text, const char *end) {
  return ImGui::GetFont()->CalcTextSizeA(ImGui::GetFontSize(), FLT_MAX, 0, text, end).x;
}

// Calls `each` with the beginning and the end of every line. Dear ImGui also breaks lines after full stops,
// in the middle of a number; here only spaces part words, and a word that is wider than a line is cut where
// the line ends.
template <typename Each> static void for_each_line(const char *text, const char *end, float wrap, Each each) {
  const char *line = text;
  while (true) {
    const char *stop = line;  // The end of what fits.
    const char *next = nullptr;  // Where the next line begins; null while all words fit.
    for (const char *word = line; next == nullptr;) {
      const char *word_end = word;
      while (word_end < end && *word_end != ' ' && *word_end != '\n') word_end++;
      if (width_of(line, word_end) > wrap) {
        if (stop == line) {
          ImGui::GetFont()->CalcTextSizeA(ImGui::GetFontSize(), wrap, 0, line, word_end, &stop);
          // At least one character, all of its bytes.
          if (stop == line) stop++;
          while (stop < word_end && (*stop & 0xc0) == 0x80) stop++;
        }
        next = stop;
        while (next < end && *next == ' ') next++;
        break;
      }
      stop = word_end;
      if (word_end == end) return each(line, stop);
      if (*word_end == '\n') {
        next = word_end + 1;
      } else {
        word = word_end + 1;
      }
    }
    each(line, stop);
    // A break at the very end begins no line, but that of the text's own does.
    if (next == end && (next == text || next[-1] != '\n')) return;
    line = next;
  }
}

TumbleUIPoint tumble_ui_measure(const char *text, size_t length, float wrap) {
  if (!(wrap > 0)) return point(ImGui::CalcTextSize(text, text + length));
  ImVec2 size(0, 0);
  for_each_line(text, text + length, wrap, [&](const char *begin, const char *end) {
    size.x = std::fmax(size.x, std::ceil(width_of(begin, end)));
    size.y += ImGui::GetFontSize();
  });
  return point(size);
}

TumbleUIPoint tumble_ui_text_size(TumbleUI *ui, const char *text, size_t length, float wrap) {
  Working working(ui);
  return tumble_ui_measure(text, length, wrap);
}

size_t tumble_ui_fit(const char *text, size_t length, float width) {
  const char *rest = nullptr;
  ImGui::GetFont()->CalcTextSizeA(ImGui::GetFontSize(), width, 0, text, text + length, &rest);
  return rest ? static_cast<size_t>(rest - text) : length;
}

static ImU32 faded(uint32_t color) { return ImGui::GetColorU32(color); }

void tumble_ui_draw_text(TumbleUIPoint place, uint32_t color, const char *text, size_t length, float wrap) {
  ImDrawList *list = ImGui::GetWindowDrawList();
  const auto draw = [&](const char *begin, const char *end) {
    list->AddText(ImGui::GetFont(), ImGui::GetFontSize(), vec(place), faded(color), begin, end);
    place.y += ImGui::GetFontSize();
  };
  if (wrap > 0) {
    for_each_line(text, text + length, wrap, draw);
  } else {
    list->AddText(ImGui::GetFont(), ImGui::GetFontSize(), vec(place), faded(color), text, text + length);
  }
}

void tumble_ui_fill(TumbleUIRect rect, uint32_t color, float rounding) {
  ImGui::GetWindowDrawList()->AddRectFilled(low(rect), high(rect), faded(color), rounding);
}

void tumble_ui_frame(TumbleUIRect rect, uint32_t color, float rounding, float thickness) {
  ImGui::GetWindowDrawList()->AddRect(low(rect), high(rect), faded(color), rounding, 0, thickness);
}

void tumble_ui_line(TumbleUIPoint from, TumbleUIPoint to, uint32_t color, float thickness) {
  const ImVec2 ends[] = {vec(from), vec(to)};
  ImGui::GetWindowDrawList()->AddPolyline(ends, 2, faded(color), 0, thickness);
}

void tumble_ui_triangle(TumbleUIPoint a, TumbleUIPoint b, TumbleUIPoint c, uint32_t color) {
  const ImVec2 corners[] = {vec(a), vec(b), vec(c)};
  ImGui::GetWindowDrawList()->AddConvexPolyFilled(corners, 3, faded(color));
}

void tumble_ui_disc(TumbleUIPoint center, float radius, uint32_t color) {
  ImGui::GetWindowDrawList()->AddCircleFilled(vec(center), radius, faded(color));
}

void tumble_ui_circle(TumbleUIPoint center, float radius, uint32_t color, float thickness) {
  ImGui::GetWindowDrawList()->AddCircle(vec(center), radius, faded(color), 0, thickness);
}

void tumble_ui_draw_image(uintptr_t texture, TumbleUIRect rect, uint32_t color, float rounding) {
  ImGui::GetWindowDrawList()->AddImageRounded(
      reinterpret_cast<ImTextureID>(texture), low(rect), high(rect), ImVec2(0, 0), ImVec2(1, 1), faded(color),
      rounding);
}

size_t tumble_ui_write_number(char *buffer, size_t capacity, double value, int decimals) {
  const double size = std::fabs(value);
  // Very large and very small ones as powers of ten.
  const char *format = size != 0 && (size >= 1e9 || size < std::pow(10.0, -decimals) * 0.5) ? "%.*g" : "%.*f";
  const int digits = format[3] != 'g' ? decimals : size < 1 ? 2 : 4;
  const int count = std::snprintf(buffer, capacity, format, digits, value);
  if (count < 0 || capacity == 0) return 0;
  size_t length = static_cast<size_t>(count) < capacity ? static_cast<size_t>(count) : capacity - 1;
  if (format[3] == 'f' && std::memchr(buffer, '.', length)) {
    while (length > 0 && buffer[length - 1] == '0') length--;
    if (length > 0 && buffer[length - 1] == '.') length--;
  }
  if (length == 2 && buffer[0] == '-' && buffer[1] == '0') {
    buffer[0] = '0';
    length = 1;
  }
  buffer[length] = 0;
  return length;
}
