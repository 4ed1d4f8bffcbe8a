// The files that the libraries contain. Clang embeds them (C23, 6.10.4) and tracks their changes. As resources of
// SwiftPM they would be array literals in Swift, which take 20 s to compile (docs/decisions/0037).
#ifndef SNIPPETBRIDGE_EMBEDDED_H
#define SNIPPETBRIDGE_EMBEDDED_H

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

/// The bytes of one file, or of several files in succession. They are constant, so all threads may read them.
struct __attribute__((swift_attr("@Sendable"))) EmbeddedFile {
  const unsigned char *bytes;
  size_t count;
};

// The page script, and the other scripts and declarations of public/bridge.
extern const struct EmbeddedFile embedded_bridge_js;
extern const struct EmbeddedFile embedded_navigation_js;
extern const struct EmbeddedFile embedded_fast_lane_js;
extern const struct EmbeddedFile embedded_lane_js;
extern const struct EmbeddedFile embedded_location_js;
extern const struct EmbeddedFile embedded_camera_js;
extern const struct EmbeddedFile embedded_downloads_js;
extern const struct EmbeddedFile embedded_dialogs_js;
extern const struct EmbeddedFile embedded_iframe_js;
extern const struct EmbeddedFile embedded_inspect_js;
extern const struct EmbeddedFile embedded_bridge_mjs;
extern const struct EmbeddedFile embedded_bridge_d_ts;
extern const struct EmbeddedFile embedded_bridge_d_mts;

// The page of the inspector.
extern const struct EmbeddedFile embedded_inspector_html;
extern const struct EmbeddedFile embedded_inspector_css;
extern const struct EmbeddedFile embedded_inspector_js;
extern const struct EmbeddedFile embedded_inspector_store_js;
extern const struct EmbeddedFile embedded_inspector_filter_js;
extern const struct EmbeddedFile embedded_inspector_list_js;
extern const struct EmbeddedFile embedded_inspector_detail_js;
extern const struct EmbeddedFile embedded_inspector_form_js;
extern const struct EmbeddedFile embedded_inspector_functions_js;
extern const struct EmbeddedFile embedded_inspector_live_js;
extern const struct EmbeddedFile embedded_inspector_panels_js;
extern const struct EmbeddedFile embedded_inspector_recorder_js;
extern const struct EmbeddedFile embedded_inspector_recording_js;

// The page of a shell, and the script of the pages in a session of visits.
extern const struct EmbeddedFile embedded_shell_js;
extern const struct EmbeddedFile embedded_shell_css;
extern const struct EmbeddedFile embedded_visits_js;

// The script that `snippet-bridge dev` adds to pages, and the templates of `snippet-bridge new`.
extern const struct EmbeddedFile embedded_dev_js;
extern const struct EmbeddedFile embedded_template_app;
extern const struct EmbeddedFile embedded_template_kiosk;
extern const struct EmbeddedFile embedded_template_visits;
extern const struct EmbeddedFile embedded_template_tests;

// Begin and end the definition of one variable. Between them is one `#embed` for each file.
#define BEGIN(name) static const unsigned char name##_bytes[] = {
#define END(name) }; const struct EmbeddedFile name = {name##_bytes, sizeof name##_bytes};

#endif
