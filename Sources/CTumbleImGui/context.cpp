// A context: its style, its fonts, its frames and what they draw.

#include "context.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <imgui/imgui_freetype.h>
#include <imgui/imgui_internal.h>

int tumble_ui_version(void) { return IMGUI_VERSION_NUM; }

TumbleUI *tumble_ui_create(void) {
  std::lock_guard<std::recursive_mutex> lock(Working::mutex());
  if (std::strcmp(ImGui::GetVersion(), IMGUI_VERSION) != 0) return nullptr;
  ImGuiContext *previous = ImGui::GetCurrentContext();
  TumbleUI *ui = new TumbleUI{ImGui::CreateContext(), nullptr, {}, 1};
  ImGui::SetCurrentContext(ui->context);
  IMGUI_CHECKVERSION();
  ImGuiIO &io = ImGui::GetIO();
  // Nothing is read from files or written to them.
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  // A caret that blinks would need a frame for each of its changes.
  io.ConfigInputTextCursorBlink = false;
  // Buffers of windows that are hidden would be given back, and taken again later; a negative number of
  // seconds, which is to say never, has 1.86 do that in every frame.
  io.ConfigMemoryCompactTimer = 1e9f;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset | ImGuiBackendFlags_HasMouseCursors;
#if TUMBLE_UI_HAS_EVENTS
  io.ConfigInputTrickleEventQueue = false;
#else
  for (int key = 0; key < TUMBLE_UI_KEYS; key++) io.KeyMap[dear_keys[key]] = key;
#endif
  ImGui::SetCurrentContext(previous);
  return ui;
}

void tumble_ui_destroy(TumbleUI *ui) {
  std::lock_guard<std::recursive_mutex> lock(Working::mutex());
  ImGui::DestroyContext(ui->context);
  delete ui;
}

void tumble_ui_set_clipboard(
    TumbleUI *ui, const char *(*get)(void *owner), void (*set)(void *owner, const char *text), void *owner) {
  Working working(ui);
  ImGuiIO &io = ImGui::GetIO();
  io.GetClipboardTextFn = get;
  io.SetClipboardTextFn = set;
  io.ClipboardUserData = owner;
}

void tumble_ui_set_style(TumbleUI *ui, const TumbleUIStyle *given) {
  Working working(ui);
  ui->scale = given->scale;
  ImGuiStyle style;
  style.WindowRounding = 10;
  style.ChildRounding = 6;
  style.PopupRounding = 8;
  style.FrameRounding = 6;
  style.ScrollbarRounding = 6;
  style.ScrollbarSize = 10;
  style.GrabRounding = 5;
  style.WindowMinSize = ImVec2(8, 8);
  style.WindowPadding = ImVec2(12, 12);
  style.FramePadding = ImVec2(8, 5);
  // Every row says itself how far it is from the next.
  style.ItemSpacing = ImVec2(0, 0);
  style.DisplaySafeAreaPadding = ImVec2(0, 0);
  style.ScaleAllSizes(given->scale);
  const float line = std::max(1.0f, std::floor(given->scale));
  style.WindowBorderSize = line;
  style.PopupBorderSize = line;
  style.ChildBorderSize = 0;
  style.FrameBorderSize = 0;
  style.CircleTessellationMaxError = 0.2f;
  style.AntiAliasedLinesUseTex = false;

  auto color = [](uint32_t bytes) { return ImGui::ColorConvertU32ToFloat4(bytes); };
  for (ImVec4 &entry : style.Colors) entry = ImVec4(0, 0, 0, 0);
  ImVec4 *colors = style.Colors;
  colors[ImGuiCol_Text] = color(given->text);
  colors[ImGuiCol_TextDisabled] = color(given->dim);
  colors[ImGuiCol_WindowBg] = color(given->panel);
  colors[ImGuiCol_PopupBg] = color(given->popup);
  colors[ImGuiCol_MenuBarBg] = color(given->panel);
  colors[ImGuiCol_Border] = color(given->border);
  colors[ImGuiCol_Separator] = color(given->border);
  colors[ImGuiCol_FrameBg] = color(given->field);
  colors[ImGuiCol_FrameBgHovered] = color(given->hovered);
  colors[ImGuiCol_FrameBgActive] = color(given->field);
  colors[ImGuiCol_Button] = color(given->field);
  colors[ImGuiCol_ButtonHovered] = color(given->hovered);
  colors[ImGuiCol_ButtonActive] = color(given->hovered);
  colors[ImGuiCol_Header] = color(given->selection);
  colors[ImGuiCol_HeaderHovered] = color(given->hovered);
  colors[ImGuiCol_HeaderActive] = color(given->selection);
  colors[ImGuiCol_CheckMark] = color(given->accent);
  colors[ImGuiCol_SliderGrab] = color(given->accent);
  colors[ImGuiCol_SliderGrabActive] = color(given->accent);
  colors[ImGuiCol_TextSelectedBg] = color(given->selection);
  colors[ImGuiCol_ScrollbarGrab] = color(given->scrollbar);
  colors[ImGuiCol_ScrollbarGrabHovered] = color(given->dim);
  colors[ImGuiCol_ScrollbarGrabActive] = color(given->dim);
  colors[ImGuiCol_NavHighlight] = color(given->accent);
  ImGui::GetStyle() = style;
}

// Fonts.

void tumble_ui_clear_fonts(TumbleUI *ui) {
  Working working(ui);
  ImGui::GetIO().Fonts->Clear();
}

bool tumble_ui_add_font(TumbleUI *ui, const char *path, float size, bool wide) {
  Working working(ui);
  // First and last of each range: Latin, Greek, Cyrillic; punctuation, arrows, mathematics, keys, shapes,
  // signs.
  static const ImWchar everything[] = {0x20,   0x24f,  0x370,  0x3ff,  0x400,  0x52f,  0x1e00, 0x1eff,
                                       0x2010, 0x205e, 0x2070, 0x209c, 0x20a0, 0x20bf, 0x2100, 0x218f,
                                       0x2190, 0x21ff, 0x2200, 0x22ff, 0x2300, 0x23ff, 0x25a0, 0x25ff,
                                       0x2600, 0x2667, 0x2713, 0x2718, 0xfffd, 0xfffd, 0};
  static const ImWchar latin[] = {0x20,   0x17f,  0x370,  0x3ff,  0x400,  0x45f,  0x2010, 0x2027, 0x2070,
                                  0x208e, 0x2190, 0x2199, 0x2212, 0x2212, 0xfffd, 0xfffd, 0};
  ImFontAtlas *fonts = ImGui::GetIO().Fonts;
  ImFontConfig config;
  config.OversampleH = 1;
  config.PixelSnapH = true;
  config.SizePixels = size;
  if (path == nullptr) return fonts->AddFontDefault(&config) != nullptr;
  fonts->FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
  fonts->FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
  return fonts->AddFontFromFileTTF(path, size, &config, wide ? everything : latin) != nullptr;
}

bool tumble_ui_build_fonts(TumbleUI *ui) {
  Working working(ui);
  unsigned char *pixels = nullptr;
  int width = 0, height = 0;
  ImFontAtlas *fonts = ImGui::GetIO().Fonts;
  fonts->Flags |= ImFontAtlasFlags_NoMouseCursors | ImFontAtlasFlags_NoBakedLines;
  fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
  fonts->SetTexID(nullptr);
  return pixels != nullptr && width > 0 && height > 0;
}

bool tumble_ui_has_glyph(TumbleUI *ui, int font, uint32_t character) {
  Working working(ui);
  ImFontAtlas *fonts = ImGui::GetIO().Fonts;
  return font < fonts->Fonts.Size && character <= 0xffff &&
         fonts->Fonts[font]->FindGlyphNoFallback(static_cast<ImWchar>(character)) != nullptr;
}

// Frames.

static uint64_t mixed(uint64_t digest, const void *bytes, size_t count) {
  const char *next = static_cast<const char *>(bytes);
  for (; count >= 8; count -= 8, next += 8) {
    uint64_t word;
    std::memcpy(&word, next, 8);
    digest = (digest ^ word) * 0x9e3779b97f4a7c15;
    digest ^= digest >> 29;
  }
  if (count > 0) {
    uint64_t word = 0;
    std::memcpy(&word, next, count);
    digest = (digest ^ word ^ count << 56) * 0x9e3779b97f4a7c15;
    digest ^= digest >> 29;
  }
  return digest;
}

static TumbleUIList described(const ImDrawList *list) {
  uint64_t digest = mixed(0x243f6a8885a308d3, list->VtxBuffer.Data, list->VtxBuffer.size_in_bytes());
  digest = mixed(digest, list->IdxBuffer.Data, list->IdxBuffer.size_in_bytes());
  const float far = 1e9f;
  ImVec2 clip_low(far, far), clip_high(-far, -far), low(far, far), high(-far, -far);
  for (const ImDrawCmd &command : list->CmdBuffer) {
    // The rest of a command is empty where there are no callbacks.
    struct {
      ImVec4 clip;
      uint64_t texture;
      uint32_t numbers[4];
    } drawn = {
        command.ClipRect,
        reinterpret_cast<uintptr_t>(command.GetTexID()),
        {command.VtxOffset, command.IdxOffset, command.ElemCount, 0}};
    digest = mixed(digest, &drawn, sizeof drawn);
    if (command.ElemCount == 0) continue;
    clip_low = ImVec2(std::fmin(clip_low.x, command.ClipRect.x), std::fmin(clip_low.y, command.ClipRect.y));
    clip_high =
        ImVec2(std::fmax(clip_high.x, command.ClipRect.z), std::fmax(clip_high.y, command.ClipRect.w));
  }
  for (const ImDrawVert &vertex : list->VtxBuffer) {
    low = ImVec2(std::fmin(low.x, vertex.pos.x), std::fmin(low.y, vertex.pos.y));
    high = ImVec2(std::fmax(high.x, vertex.pos.x), std::fmax(high.y, vertex.pos.y));
  }
  low = ImVec2(std::fmax(low.x, clip_low.x), std::fmax(low.y, clip_low.y));
  high = ImVec2(std::fmin(high.x, clip_high.x), std::fmin(high.y, clip_high.y));
  TumbleUIRect bounds = {0, 0, 0, 0};
  if (high.x > low.x && high.y > low.y) bounds = {low.x, low.y, high.x - low.x, high.y - low.y};
  return {digest, list->CmdBuffer.Size, bounds};
}

void tumble_ui_begin_frame(TumbleUI *ui, float width, float height, float seconds) {
  Working::mutex().lock();
  ImGui::SetCurrentContext(ui->context);
  ImGuiIO &io = ImGui::GetIO();
  io.DisplaySize = ImVec2(width, height);
  // It refuses a frame that takes no time.
  io.DeltaTime = std::isfinite(seconds) && seconds > 1e-5f ? std::fmin(seconds, 1.0f) : 1e-5f;
  io.MouseDragThreshold = 3 * ui->scale;
  ImGui::NewFrame();
}

void tumble_ui_end_frame(TumbleUI *ui) {
  ImGui::Render();
  ui->drawn = ImGui::GetDrawData();
  ui->lists.clear();
  for (int i = 0; i < ui->drawn->CmdListsCount; i++) ui->lists.push_back(described(ui->drawn->CmdLists[i]));
  ImGui::SetCurrentContext(nullptr);
  Working::mutex().unlock();
}

uint64_t tumble_ui_look(TumbleUI *ui) {
  uint64_t look = ui->lists.size();
  for (const TumbleUIList &list : ui->lists) {
    look = mixed(look, &list.digest, sizeof list.digest);
    look = mixed(look, &list.bounds, sizeof list.bounds);
  }
  return look;
}

bool tumble_ui_has_popup(TumbleUI *ui) {
  Working working(ui);
  return has_popup();
}

bool tumble_ui_takes_press(TumbleUI *ui, float x, float y) {
  Working working(ui);
  // A press beside what a menu has open closes it.
  if (has_popup()) return true;
  for (const ImGuiWindow *window : ImGui::GetCurrentContext()->Windows)
    if (window->Active && !window->Hidden && !(window->Flags & ImGuiWindowFlags_NoMouseInputs) &&
        window->OuterRectClipped.Contains(ImVec2(x, y)))
      return true;
  return false;
}

bool tumble_ui_close_popups(TumbleUI *ui) {
  Working working(ui);
  if (!has_popup()) return false;
  ImGui::ClosePopupToLevel(0, false);
  return true;
}

uint32_t tumble_ui_wants(TumbleUI *ui) {
  Working working(ui);
  const ImGuiIO &io = ImGui::GetIO();
  // The wish for text is that of the frame before: the field may have ended, or its card be closed, in this
  // one.
  const ImGuiContext &context = *ImGui::GetCurrentContext();
  const bool has_field = context.ActiveId != 0 && context.ActiveIdIsAlive == context.ActiveId;
  return (io.WantCaptureMouse ? TUMBLE_UI_WANTS_MOUSE : 0)
      | (io.WantTextInput && has_field ? TUMBLE_UI_WANTS_TEXT : 0)
      | (ImGui::IsAnyItemActive() ? TUMBLE_UI_IS_BUSY : 0);
}

TumbleUICursor tumble_ui_cursor(TumbleUI *ui) {
  Working working(ui);
  switch (ImGui::GetMouseCursor()) {
  case ImGuiMouseCursor_TextInput: return TUMBLE_UI_TEXT;
  case ImGuiMouseCursor_Hand: return TUMBLE_UI_HAND;
  case ImGuiMouseCursor_ResizeEW: return TUMBLE_UI_SIDEWAYS;
  default: return TUMBLE_UI_ARROW;
  }
}

void tumble_ui_show_cursor(TumbleUICursor cursor) {
  const ImGuiMouseCursor cursors[] = {
      ImGuiMouseCursor_Arrow, ImGuiMouseCursor_TextInput, ImGuiMouseCursor_Hand, ImGuiMouseCursor_ResizeEW};
  ImGui::SetMouseCursor(cursors[cursor]);
}

// What was drawn.

int tumble_ui_list_count(TumbleUI *ui) { return static_cast<int>(ui->lists.size()); }
TumbleUIList tumble_ui_list(TumbleUI *ui, int index) { return ui->lists[static_cast<size_t>(index)]; }

bool tumble_ui_covers(TumbleUI *ui, float x, float y) {
  for (const TumbleUIList &list : ui->lists) {
    const TumbleUIRect &rect = list.bounds;
    if (rect.width > 0 && x >= rect.x - 1 && y >= rect.y - 1 && x <= rect.x + rect.width + 1 &&
        y <= rect.y + rect.height + 1)
      return true;
  }
  return false;
}

uintptr_t tumble_ui_texture(TumbleUI *ui, int list, int command) {
  return reinterpret_cast<uintptr_t>(ui->drawn->CmdLists[list]->CmdBuffer[command].GetTexID());
}
