// The script that `snippet-bridge dev` adds to pages, and the templates of `snippet-bridge new`.
#include "embedded.h"

BEGIN(embedded_dev_js)
#embed "../../public/dev/dev.js" suffix(, )
END(embedded_dev_js)

BEGIN(embedded_template_app)
#embed "../SnippetBridgeCommand/Templates/app.txt" suffix(, )
#embed "../SnippetBridgeCommand/Templates/common.txt" suffix(, )
END(embedded_template_app)

BEGIN(embedded_template_kiosk)
#embed "../SnippetBridgeCommand/Templates/kiosk.txt" suffix(, )
#embed "../SnippetBridgeCommand/Templates/common.txt" suffix(, )
END(embedded_template_kiosk)

BEGIN(embedded_template_visits)
#embed "../SnippetBridgeCommand/Templates/visits.txt" suffix(, )
#embed "../SnippetBridgeCommand/Templates/common.txt" suffix(, )
END(embedded_template_visits)

BEGIN(embedded_template_tests)
#embed "../SnippetBridgeCommand/Templates/tests.txt" suffix(, )
#embed "../SnippetBridgeCommand/Templates/common.txt" suffix(, )
END(embedded_template_tests)
