// The page of a shell, and the script of the pages in a session of visits.
#include "embedded.h"

BEGIN(embedded_shell_js)
#embed "../../public/shell/begin.js" suffix(, )
#embed "../../public/shell/tree.js" suffix(, )
#embed "../../public/shell/bars.js" suffix(, )
#embed "../../public/shell/pages.js" suffix(, )
#embed "../../public/shell/history.js" suffix(, )
#embed "../../public/shell/focus.js" suffix(, )
#embed "../../public/shell/main.js" suffix(, )
#embed "../../public/shell/end.js" suffix(, )
END(embedded_shell_js)

BEGIN(embedded_shell_css)
#embed "../../public/shell/shell.css" suffix(, )
#embed "../../public/shell/bars.css" suffix(, )
END(embedded_shell_css)

BEGIN(embedded_visits_js)
#embed "../../public/visits/adapter.js" suffix(, )
#embed "../../public/visits/components.js" suffix(, )
END(embedded_visits_js)
