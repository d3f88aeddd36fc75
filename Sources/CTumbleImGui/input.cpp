// What was done with the mouse and the keyboard.

#include "context.hpp"

#include <imgui/imgui_internal.h>

#include <cmath>
#include <string>

void tumble_ui_move_mouse(TumbleUI *ui, float x, float y) {
  Working working(ui);
  ImGuiIO &io = ImGui::GetIO();
  if (!std::isfinite(x) || !std::isfinite(y)) x = y = -3.4028234e38f;
#if TUMBLE_UI_HAS_EVENTS
  io.AddMousePosEvent(x, y);
#else
  io.MousePos = ImVec2(x, y);
#endif
}

void tumble_ui_set_button(TumbleUI *ui, int button, bool is_down) {
  Working working(ui);
  if (button < 0 || button >= ImGuiMouseButton_COUNT) return;
#if TUMBLE_UI_HAS_EVENTS
  ImGui::GetIO().AddMouseButtonEvent(button, is_down);
#else
  ImGui::GetIO().MouseDown[button] = is_down;
#endif
}

void tumble_ui_turn_wheel(TumbleUI *ui, float x, float y) {
  Working working(ui);
#if TUMBLE_UI_HAS_EVENTS
  ImGui::GetIO().AddMouseWheelEvent(x, y);
#else
  ImGui::GetIO().MouseWheelH += x;
  ImGui::GetIO().MouseWheel += y;
#endif
}

void tumble_ui_set_key(TumbleUI *ui, TumbleUIKey key, bool is_down) {
  Working working(ui);
  if (key < 0 || key >= TUMBLE_UI_KEYS) return;
#if TUMBLE_UI_HAS_EVENTS
  ImGui::GetIO().AddKeyEvent(dear_keys[key], is_down);
#else
  ImGui::GetIO().KeysDown[key] = is_down;
#endif
}

void tumble_ui_set_modifiers(TumbleUI *ui, bool control, bool shift, bool alt) {
  Working working(ui);
  ImGuiIO &io = ImGui::GetIO();
#if IMGUI_VERSION_NUM >= 18900
  io.AddKeyEvent(ImGuiMod_Ctrl, control);
  io.AddKeyEvent(ImGuiMod_Shift, shift);
  io.AddKeyEvent(ImGuiMod_Alt, alt);
#elif TUMBLE_UI_HAS_EVENTS
  io.AddKeyEvent(ImGuiKey_ModCtrl, control);
  io.AddKeyEvent(ImGuiKey_ModShift, shift);
  io.AddKeyEvent(ImGuiKey_ModAlt, alt);
#else
  io.KeyCtrl = control;
  io.KeyShift = shift;
  io.KeyAlt = alt;
#endif
}

void tumble_ui_type(TumbleUI *ui, const char *text, size_t length) {
  Working working(ui);
  ImGui::GetIO().AddInputCharactersUTF8(std::string(text, length).c_str());
}

void tumble_ui_release_everything(TumbleUI *ui) {
  for (int key = 0; key < TUMBLE_UI_KEYS; key++) tumble_ui_set_key(ui, static_cast<TumbleUIKey>(key), false);
  for (int button = 0; button < 3; button++) tumble_ui_set_button(ui, button, false);
  tumble_ui_set_modifiers(ui, false, false, false);
}

TumbleUIPoint tumble_ui_mouse(void) { return point(ImGui::GetMousePos()); }

bool tumble_ui_is_pressed(TumbleUIKey key, bool repeats) {
  // A key that was pressed before a card was there is not meant for it: it may have opened it.
  if (ImGui::IsWindowAppearing()) return false;
  // A list that is open has the keys; Esc has closed it before.
  const bool is_in_popup = ImGui::GetCurrentContext()->CurrentWindow->Flags & ImGuiWindowFlags_Popup;
  if (!is_in_popup && has_popup()) return false;
#if TUMBLE_UI_HAS_EVENTS
  return ImGui::IsKeyPressed(dear_keys[key], repeats);
#else
  return ImGui::IsKeyPressed(key, repeats);
#endif
}

TumbleUIPoint tumble_ui_wheel(void) {
    const ImGuiIO &io = ImGui::GetIO();
    if (!ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows)) return point(ImVec2(0, 0));
    return point(ImVec2(io.MouseWheelH, io.MouseWheel));
}
bool tumble_ui_is_right_pressed(void) {
    return ImGui::IsMouseClicked(ImGuiMouseButton_Right) &&
           ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows);
}
bool tumble_ui_is_alt_down(void) { return ImGui::GetIO().KeyAlt; }
bool tumble_ui_is_shift_down(void) { return ImGui::GetIO().KeyShift; }
bool tumble_ui_is_control_down(void) { return ImGui::GetIO().KeyCtrl; }
