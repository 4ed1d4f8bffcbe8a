// The page of the inspector.
#include "embedded.h"

BEGIN(embedded_inspector_html)
#embed "../../public/inspector/inspector.html" suffix(, )
END(embedded_inspector_html)

BEGIN(embedded_inspector_css)
#embed "../../public/inspector/inspector.css" suffix(, )
END(embedded_inspector_css)

BEGIN(embedded_inspector_js)
#embed "../../public/inspector/inspector.js" suffix(, )
END(embedded_inspector_js)

BEGIN(embedded_inspector_store_js)
#embed "../../public/inspector/store.js" suffix(, )
END(embedded_inspector_store_js)

BEGIN(embedded_inspector_filter_js)
#embed "../../public/inspector/filter.js" suffix(, )
END(embedded_inspector_filter_js)

BEGIN(embedded_inspector_list_js)
#embed "../../public/inspector/list.js" suffix(, )
END(embedded_inspector_list_js)

BEGIN(embedded_inspector_detail_js)
#embed "../../public/inspector/detail.js" suffix(, )
END(embedded_inspector_detail_js)

BEGIN(embedded_inspector_form_js)
#embed "../../public/inspector/form.js" suffix(, )
END(embedded_inspector_form_js)

BEGIN(embedded_inspector_functions_js)
#embed "../../public/inspector/functions.js" suffix(, )
END(embedded_inspector_functions_js)

BEGIN(embedded_inspector_live_js)
#embed "../../public/inspector/live.js" suffix(, )
END(embedded_inspector_live_js)

BEGIN(embedded_inspector_panels_js)
#embed "../../public/inspector/panels.js" suffix(, )
END(embedded_inspector_panels_js)

BEGIN(embedded_inspector_recorder_js)
#embed "../../public/inspector/recorder.js" suffix(, )
END(embedded_inspector_recorder_js)

BEGIN(embedded_inspector_recording_js)
#embed "../../public/inspector/recording.js" suffix(, )
END(embedded_inspector_recording_js)
