// The page script, and the other scripts and declarations of public/bridge.
#include "embedded.h"

BEGIN(embedded_bridge_js)
#embed "../../public/bridge/begin.js" suffix(, )
#embed "../../public/bridge/wire.js" suffix(, )
#embed "../../public/bridge/listeners.js" suffix(, )
#embed "../../public/bridge/messages.js" suffix(, )
#embed "../../public/bridge/server-messages.js" suffix(, )
#embed "../../public/bridge/blocking-call.js" suffix(, )
#embed "../../public/bridge/more.js" suffix(, )
#embed "../../public/bridge/notice.js" suffix(, )
#embed "../../public/bridge/connection.js" suffix(, )
#embed "../../public/bridge/page-life.js" suffix(, )
#embed "../../public/bridge/asks.js" suffix(, )
#embed "../../public/bridge/native.js" suffix(, )
#embed "../../public/bridge/native-functions.js" suffix(, )
#embed "../../public/bridge/page-functions.js" suffix(, )
#embed "../../public/bridge/navigations.js" suffix(, )
#embed "../../public/bridge/globals.js" suffix(, )
#embed "../../public/bridge/end.js" suffix(, )
END(embedded_bridge_js)

BEGIN(embedded_navigation_js)
#embed "../../public/bridge/navigation.js" suffix(, )
#embed "../../public/bridge/silence.js" suffix(, )
END(embedded_navigation_js)

BEGIN(embedded_fast_lane_js)
#embed "../../public/bridge/fast-lane.js" suffix(, )
END(embedded_fast_lane_js)

BEGIN(embedded_lane_js)
#embed "../../public/bridge/lane.js" suffix(, )
END(embedded_lane_js)

BEGIN(embedded_location_js)
#embed "../../public/bridge/location.js" suffix(, )
END(embedded_location_js)

BEGIN(embedded_camera_js)
#embed "../../public/bridge/camera.js" suffix(, )
END(embedded_camera_js)

BEGIN(embedded_downloads_js)
#embed "../../public/bridge/downloads.js" suffix(, )
END(embedded_downloads_js)

BEGIN(embedded_dialogs_js)
#embed "../../public/bridge/dialogs.js" suffix(, )
END(embedded_dialogs_js)

BEGIN(embedded_iframe_js)
#embed "../../public/bridge/iframe.js" suffix(, )
#embed "../../public/bridge/iframe-cookies.js" suffix(, )
END(embedded_iframe_js)

BEGIN(embedded_inspect_js)
#embed "../../public/bridge/inspect.js" suffix(, )
END(embedded_inspect_js)

BEGIN(embedded_bridge_mjs)
#embed "../../public/bridge/bridge.mjs" suffix(, )
END(embedded_bridge_mjs)

BEGIN(embedded_bridge_d_ts)
#embed "../../public/bridge/bridge.d.ts" suffix(, )
END(embedded_bridge_d_ts)

BEGIN(embedded_bridge_d_mts)
#embed "../../public/bridge/bridge.d.mts" suffix(, )
END(embedded_bridge_d_mts)
