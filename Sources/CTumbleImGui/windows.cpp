// Windows, menus and lists that fall down.

#include "context.hpp"

#include <algorithm>
#include <cfloat>
#include <cstring>

/// A text that ends with a 0, cut off where it is too long to be shown in a menu or a list.
class Title {
public:
  Title(const char *text, size_t length) {
    size_t count = std::min(length, sizeof bytes - 1);
    // Not within a character of several bytes.
    while (count < length && count > 0 && (text[count] & 0xc0) == 0x80) count--;
    std::memcpy(bytes, text, count);
    bytes[count] = 0;
    // What follows `##` would not be shown.
    for (size_t i = 0; i + 1 < count; i++)
      if (bytes[i] == '#' && bytes[i + 1] == '#') bytes[i] = ' ';
  }
  operator const char *() const { return bytes; }

private:
  char bytes[256];
};

/// Is true while what lies behind a card is built.
static bool is_inert;

static ImGuiWindowFlags flags_of(uint32_t flags) {
  ImGuiWindowFlags result = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove
      | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav
      | ImGuiWindowFlags_NoFocusOnAppearing;
  if (!(flags & (TUMBLE_UI_SCROLLS | TUMBLE_UI_SCROLLS_SIDEWAYS))) {
    result |= ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  }
  if (flags & TUMBLE_UI_SCROLLS_SIDEWAYS) result |= ImGuiWindowFlags_HorizontalScrollbar;
  if (is_inert) result |= ImGuiWindowFlags_NoScrollWithMouse;
  if (flags & TUMBLE_UI_IS_IDLE) result |= ImGuiWindowFlags_NoInputs;
  if (flags & TUMBLE_UI_IS_BARE) result |= ImGuiWindowFlags_NoBackground;
  if (!(flags & TUMBLE_UI_IS_MODAL)) result |= ImGuiWindowFlags_NoBringToFrontOnFocus;
  return result;
}

void tumble_ui_begin_window(
    const char *name, TumbleUIPoint place, TumbleUIPoint pivot, TumbleUIPoint size, TumbleUIPoint limit,
    TumbleUIPoint padding, float rounding, uint32_t flags) {
  ImGui::SetNextWindowPos(vec(place), ImGuiCond_Always, vec(pivot));
  ImGui::SetNextWindowSizeConstraints(ImVec2(1, 1), vec(limit));
  ImGui::SetNextWindowSize(vec(size), ImGuiCond_Always);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, vec(padding));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, rounding);
  if (rounding == 0 || (flags & TUMBLE_UI_IS_BARE)) ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  ImGui::Begin(name, nullptr, flags_of(flags));
  if (rounding == 0 || (flags & TUMBLE_UI_IS_BARE)) ImGui::PopStyleVar();
  ImGui::PopStyleVar(2);
  if ((flags & TUMBLE_UI_IS_MODAL) && ImGui::IsWindowAppearing()) ImGui::SetWindowFocus();
}

void tumble_ui_begin_inert(void) {
  is_inert = true;
  ImGui::PushStyleVar(ImGuiStyleVar_DisabledAlpha, 1);
  ImGui::BeginDisabled();
}

void tumble_ui_end_inert(void) {
  ImGui::EndDisabled();
  ImGui::PopStyleVar();
  is_inert = false;
}

void tumble_ui_end_window(void) { ImGui::End(); }

TumbleUIRect tumble_ui_window(void) {
  const ImVec2 place = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
  return {place.x, place.y, size.x, size.y};
}

bool tumble_ui_window_appears(void) { return ImGui::IsWindowAppearing(); }

void tumble_ui_begin_child(uint32_t id, TumbleUIPoint size, uint32_t flags) {
  const ImGuiWindowFlags own = flags_of(flags) & (ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoNav |
                                                  ImGuiWindowFlags_NoScrollWithMouse |
                                                  ImGuiWindowFlags_HorizontalScrollbar);
  // The third argument says in 1.86 whether there is a border; later it has flags, of which none is meant.
  ImGui::PushID(static_cast<int>(id));
  ImGui::BeginChild("child", vec(size), 0, own);
}

void tumble_ui_end_child(void) {
  ImGui::EndChild();
  ImGui::PopID();
}

float tumble_ui_scroll(void) { return ImGui::GetScrollY(); }
void tumble_ui_scroll_to(float y) { ImGui::SetScrollY(std::max(y, 0.0f)); }

// Menus.

static ImVec2 menu_spacing() {
  const float unit = ImGui::GetStyle().FramePadding.x;
  return ImVec2(unit * 1.75f, unit * 0.875f);
}

bool tumble_ui_begin_main_menu(float height) {
  const ImVec2 spacing = menu_spacing();
  const float padding = std::max((height - ImGui::GetFontSize()) / 2, 0.0f);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ImGui::GetStyle().FramePadding.x, padding));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, spacing);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  const bool is_there = ImGui::BeginMainMenuBar();
  ImGui::PopStyleVar();
  if (!is_there) ImGui::PopStyleVar(2);
  return is_there;
}

void tumble_ui_end_main_menu(void) {
  ImGui::EndMainMenuBar();
  ImGui::PopStyleVar(2);
}

bool tumble_ui_begin_menu(const char *title, size_t length) {
  // No higher than there is room below the bar: it would be put over its own title, and the click that opens
  // it would choose what comes to lie under the pointer.
  const float screen = ImGui::GetIO().DisplaySize.y, edge = ImGui::GetStyle().DisplaySafeAreaPadding.y;
  const bool is_in_bar = ImGui::GetWindowPos().y <= 0;
  const float room = screen - (is_in_bar ? ImGui::GetWindowHeight() : 0) - 2 * edge;
  ImGui::SetNextWindowSizeConstraints(
      ImVec2(0, 0), ImVec2(FLT_MAX, std::max(room, ImGui::GetFontSize() * 4)));
  return ImGui::BeginMenu(Title(title, length));
}
void tumble_ui_end_menu(void) { ImGui::EndMenu(); }

bool tumble_ui_menu_item(
    const char *title, size_t title_length, const char *shortcut, size_t shortcut_length, bool is_checked,
    bool is_enabled) {
  const Title keys(shortcut, shortcut_length);
  const char *shown = shortcut_length > 0 ? static_cast<const char *>(keys) : nullptr;
  return ImGui::MenuItem(Title(title, title_length), shown, is_checked, is_enabled);
}

void tumble_ui_separator(void) { ImGui::Separator(); }

// Popups.

void tumble_ui_open_popup(void) { ImGui::OpenPopup("popup"); }
bool tumble_ui_begin_popup(void) { return ImGui::BeginPopup("popup", ImGuiWindowFlags_NoNav); }
void tumble_ui_end_popup(void) { ImGui::EndPopup(); }

bool tumble_ui_begin_popup_menu(void) {
  // The columns of its items are laid out with the spacing that it begins with.
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, menu_spacing());
  const bool is_open = tumble_ui_begin_popup();
  if (!is_open) ImGui::PopStyleVar();
  return is_open;
}

void tumble_ui_end_popup_menu(void) {
  tumble_ui_end_popup();
  ImGui::PopStyleVar();
}

bool tumble_ui_is_item_hovered(void) { return ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled); }

void tumble_ui_tooltip(const char *text, size_t length, float width) {
  const float pad = ImGui::GetStyle().FramePadding.x;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(pad, pad * 0.75f));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, pad * 0.75f);
  ImGui::BeginTooltip();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const TumbleUIPoint size = tumble_ui_measure(text, length, width);
  const ImVec4 color = ImGui::GetStyle().Colors[ImGuiCol_Text];
  tumble_ui_draw_text({at.x, at.y}, ImGui::ColorConvertFloat4ToU32(color), text, length, width);
  ImGui::Dummy(ImVec2(size.x, size.y));
  ImGui::EndTooltip();
  ImGui::PopStyleVar(2);
}

bool tumble_ui_begin_choice(uint32_t id, float width, const char *chosen, size_t length) {
  ImGui::PushID(static_cast<int>(id));
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleVar(
      ImGuiStyleVar_WindowPadding,
      ImVec2(ImGui::GetStyle().FramePadding.x * 0.5f, ImGui::GetStyle().FramePadding.x * 0.75f));
  const bool is_open = ImGui::BeginCombo(
      "##choice", Title(chosen, length), ImGuiComboFlags_NoArrowButton | ImGuiComboFlags_HeightLarge);
  ImGui::PopStyleVar();
  if (is_open) ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, menu_spacing());
  else ImGui::PopID();
  return is_open;
}

bool tumble_ui_choice(uint32_t id, const char *title, size_t length, bool is_chosen) {
  ImGui::PushID(static_cast<int>(id));
  const bool is_clicked = ImGui::Selectable(Title(title, length), is_chosen);
  ImGui::PopID();
  return is_clicked;
}

void tumble_ui_scroll_here(void) { ImGui::SetScrollHereY(); }

void tumble_ui_close_popup(void) { ImGui::CloseCurrentPopup(); }

void tumble_ui_end_choice(void) {
  ImGui::PopStyleVar();
  ImGui::EndCombo();
  ImGui::PopID();
}
