#!/bin/sh
# Starts a kiosk's browser. Restarts the browser when it exits, and also when the server runs but no browser shows a
# shell, for example because the page has crashed or is an error page.
#
#     watchdog.sh http://127.0.0.1:8080/ chromium --kiosk --noerrdialogs …
#
# PATIENCE is the time without a shell before a restart (30 s by default). PAUSE is the interval of the requests to the
# server (5 s by default). If the server has a token, write `header = "Authorization: Bearer …"` into a curl
# configuration file, and set CURLRC to the path of this file.
set -u
url=${1%/}
shift
patience=${PATIENCE:-30}
pause=${PAUSE:-5}
trap 'kill "$browser" 2>/dev/null; exit' INT TERM

while :; do
  "$@" "$url/" &
  browser=$!
  away=0
  while kill -0 "$browser" 2>/dev/null; do
    sleep "$pause"
    status=$(curl --silent --output /dev/null --write-out '%{http_code}' --max-time 5 ${CURLRC:+--config "$CURLRC"} \
      "$url/_bridge/shell/shown")
    # 503: no browser shows a shell. 000: no server answers, and restarting the browser would not help.
    if [ "$status" = 503 ]; then away=$((away + pause)); else away=0; fi
    if [ "$away" -ge "$patience" ]; then
      echo "no shell was shown for $away s: restarting the browser" >&2
      kill "$browser" 2>/dev/null
      # A browser that hangs ignores the signal.
      (sleep 5; kill -9 "$browser" 2>/dev/null) &
      away=0
    fi
  done
  wait "$browser"
  sleep 1
done
