#ifndef CTUMBLE_IMGUI_CONTEXT_HPP
#define CTUMBLE_IMGUI_CONTEXT_HPP

#include "CTumbleImGui.h"

#include <imgui/imgui.h>
#include <mutex>
#include <vector>

// 1.86 (Debian 12, Ubuntu 22.04) has the state of the input, which a program sets; 1.87 and later take events.
#define TUMBLE_UI_HAS_EVENTS (IMGUI_VERSION_NUM >= 18700)

struct TumbleUI {
  ImGuiContext *context;
  ImDrawData *drawn;
  /// Of what is drawn, found when the frame ends.
  std::vector<TumbleUIList> lists;
  float scale;
};

/// Dear ImGui works on one context at a time, whatever the thread: while this lives it is that of `ui`.
class Working {
public:
  explicit Working(TumbleUI *ui) : lock(mutex()), previous(ImGui::GetCurrentContext()) {
    ImGui::SetCurrentContext(ui->context);
  }
  ~Working() { ImGui::SetCurrentContext(previous); }

  static std::recursive_mutex &mutex() {
    static std::recursive_mutex mutex;
    return mutex;
  }

private:
  std::lock_guard<std::recursive_mutex> lock;
  ImGuiContext *previous;
};

/// Whether a menu or a list is open in the context that is worked on.
inline bool has_popup() { return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup); }

/// The keys of Dear ImGui, in the order of `TumbleUIKey`.
const ImGuiKey dear_keys[TUMBLE_UI_KEYS] = {
    ImGuiKey_Tab,    ImGuiKey_LeftArrow, ImGuiKey_RightArrow, ImGuiKey_UpArrow, ImGuiKey_DownArrow,
    ImGuiKey_PageUp, ImGuiKey_PageDown,  ImGuiKey_Home,       ImGuiKey_End,     ImGuiKey_Insert,
    ImGuiKey_Delete, ImGuiKey_Backspace, ImGuiKey_Space,      ImGuiKey_Enter,   ImGuiKey_Escape,
    ImGuiKey_A,      ImGuiKey_C,         ImGuiKey_V,          ImGuiKey_X,       ImGuiKey_Y,
    ImGuiKey_Z,
};

inline ImVec2 vec(TumbleUIPoint point) { return ImVec2(point.x, point.y); }
inline ImVec2 low(TumbleUIRect rect) { return ImVec2(rect.x, rect.y); }
inline ImVec2 high(TumbleUIRect rect) { return ImVec2(rect.x + rect.width, rect.y + rect.height); }
inline TumbleUIPoint point(ImVec2 vec) { return {vec.x, vec.y}; }

#endif
