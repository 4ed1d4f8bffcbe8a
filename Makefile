# make run    builds the demo, optimised, and serves it
#             make run PORT=8123 HOST=127.0.0.1 ROOT=some/folder TLS=1 ARGS="--log-level debug"
#             make run DEMO=shell: native chrome around pages
# make test   everything that can fail on one machine: format, types, shim, Swift, browser; 21 minutes on two cores
# make check  the same without browsers: below 3 minutes when little has changed
# make bench  measures, beside other servers, and writes docs/guides/performance.md
#             a short look: make bench ARGS="--quick --only calls"
# They install what is missing with apt, and touch neither system nor network when nothing is.

PORT ?= 8080
HOST ?= 127.0.0.1
DEMO ?= page
PROGRAM := $(if $(filter shell,$(DEMO)),ShellDemo,Demo)
ROOT ?= $(if $(filter shell,$(DEMO)),public/lakeside,public/snippets)
TLS ?=
ARGS ?=

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.ONESHELL:
.SILENT:
.PHONY: run test check bench differential fuzz sanitize-addresses sanitize-threads plugin run-setup test-setup bench-setup swift-found

# What runs is optimised without optimising swift-syntax (docs/decisions/0001); a folder of its own, because the other
# configuration would build everything again.
RUN_BUILD := .build-run
PLUGIN_BUILD := .build-macros
PLUGIN := $(CURDIR)/$(PLUGIN_BUILD)/debug/DSBridgeMacros
VENV := .build-test/venv
# The second drives Firefox, for which Debian has no WebDriver; the third is asked by Tests/Differential; the next two
# serve proxied sites in Tests/Browser; the last holds axe-core, which looks for what keeps people out.
PYTHON_PACKAGES := selenium>=4.25,<5 marionette_driver>=3.4,<4 h11>=0.14,<1 django>=4.2,<5 aiohttp>=3.9,<4 axe-core-python>=0.1,<1

LIBRARIES := libwebsockets-dev libwebsockets-evlib-ev libev-dev libssl-dev zlib1g-dev

# Installs the packages that the arguments of `need` found missing; `need` asks the system, never the network.
define packages
missing=()
need() { # need <package> <command that succeeds when it is there>
  "$${@:2}" >/dev/null 2>&1 || missing+=("$$1")
}
library() { # installed according to dpkg; elsewhere, as far as pkg-config and the header folders know
  if command -v dpkg-query; then [[ $$(dpkg-query -W -f '$${db:Status-Status}' "$$1") == installed ]]
  else case $$1 in
    libwebsockets-dev) pkg-config --exists libwebsockets ;;
    libssl-dev) pkg-config --exists openssl ;;
    zlib1g-dev) pkg-config --exists zlib ;;
    libev-dev) [[ -e /usr/include/ev.h || -e /usr/local/include/ev.h ]] ;;
    libwebsockets-evlib-ev) compgen -G '/usr/lib*/**/libwebsockets-evlib_ev*' || pkg-config --exists libwebsockets ;;
  esac; fi
}
node_18() { node -e 'process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)'; }
install_missing() {
  (( $${#missing[@]} )) || return 0
  if ! command -v apt-get >/dev/null; then
    echo "These packages are missing (Debian's names); please install them: $${missing[*]}" >&2
    exit 1
  fi
  echo "Installing with apt: $${missing[*]}"
  sudo=(env DEBIAN_FRONTEND=noninteractive)
  if (( EUID != 0 )); then
    command -v sudo >/dev/null || { echo "Run as root, or install sudo: apt-get install $${missing[*]}" >&2; exit 1; }
    sudo=(sudo "$${sudo[@]}")
  fi
  install() { "$${sudo[@]}" apt-get install -y -q --no-install-recommends "$${missing[@]}" </dev/null; }
  # The package lists are fetched only when the ones here do not do.
  apt-get install -s --no-install-recommends "$${missing[@]}" >/dev/null 2>&1 && install ||
    { "$${sudo[@]}" apt-get update -q </dev/null && install; } ||
    { echo "apt could not install: $${missing[*]}" >&2; exit 1; }
}
endef

run: swift-found run-setup
	SNIPPETBRIDGE_OPTIMISED=1 swift build --scratch-path $(RUN_BUILD) --product $(PROGRAM)
	# exec: the program gets the signals, and its exit status is this recipe's.
	# A HOST on the command line is leave to serve it, one in the environment is not (docs/decisions/0011).
	exec $(RUN_BUILD)/debug/$(PROGRAM) --host "$(HOST)" --port "$(PORT)" --root "$(ROOT)" $(if $(filter-out 0 no,$(TLS)),--tls) \
	  $(if $(filter command,$(firstword $(origin HOST))),--allow-network) $(ARGS)

# The steps are in Tests/run.py.
test: swift-found test-setup
	python3 Tests/run.py

check: swift-found test-setup
	python3 Tests/run.py --check

# The release configuration, as in production, with the macro plugin of the debug one (docs/decisions/0014).
bench: plugin run-setup bench-setup
	SNIPPETBRIDGE_MACROS=$(PLUGIN) \
	  swift build --package-path Benchmarks --configuration release --product BenchmarkServer
	# The memory of its pages is measured.
	SNIPPETBRIDGE_OPTIMISED=1 swift build --scratch-path $(RUN_BUILD) --product Demo
	# By its name: with the variable, `make -n` would run all of this.
	make --silent -C Benchmarks
	/usr/bin/python3 Benchmarks/bench $(ARGS)
	$(if $(ARGS),exit)
	python3 Benchmarks/bench/counts.py release Benchmarks/.build/release/BenchmarkServer
	python3 Benchmarks/bench/counts.py immediate Benchmarks/.build/release/BenchmarkServer --immediate

# Mutated input for half an hour, or as many times as it is told: make fuzz ARGS="--seconds 600 --subject messages"
fuzz: swift-found run-setup
	SNIPPETBRIDGE_OPTIMISED=1 swift build --scratch-path $(RUN_BUILD) --product Fuzzing
	$(RUN_BUILD)/debug/Fuzzing --seconds 1800 $(ARGS)

# What our parser takes, llhttp, h11 and nginx take too: Tests/Differential/README.md
differential: swift-found test-setup
	SNIPPETBRIDGE_OPTIMISED=1 swift build --scratch-path $(RUN_BUILD) --product Differential
	nice node Tests/Differential/differential.mjs --ours $(RUN_BUILD)/debug/Differential --python $(VENV)/bin/python \
	  --cases 10000000 --nginx 100000 $(ARGS)

# The Swift tests, all but the macros', under a sanitizer, with the macro plugin of an ordinary build
# (docs/decisions/0014). One at a time: several have time limits, and all is slower there.
# Leaks are not looked for: Swift's weak references and enums hold pointers in ways that the sanitizer does not see.
# Memory that was freed is not held back for long, because tests measure it.
sanitize-addresses: export ASAN_OPTIONS := quarantine_size_mb=4:detect_leaks=0
sanitize-addresses: plugin run-setup
	SNIPPETBRIDGE_MACROS=$(PLUGIN) swift test --no-parallel --scratch-path .build-addresses --sanitize address $(ARGS)

sanitize-threads: export TSAN_OPTIONS := suppressions=$(CURDIR)/.build-threads/known:print_suppressions=0
sanitize-threads: plugin run-setup
	# Known to be no races: Swift's library writes the length 0 into the one empty array, and what a continuation
	# brings to another thread was written before it.
	mkdir -p .build-threads && printf '%s\n' race:_swiftEmptyArrayStorage race:17ConnectingAttemptC > .build-threads/known
	# Other locks than those of Sources/DSBridgeLocks would be reported as races.
	if grep -rlx --include='*.swift' 'import Synchronization' Sources Tests --exclude-dir=Outside; then
	  echo 'These files are to import DSBridgeLocks in the place of Synchronization.' >&2; exit 1
	fi
	SNIPPETBRIDGE_MACROS=$(PLUGIN) SNIPPETBRIDGE_THREAD_SANITIZER=1 \
	  swift test --no-parallel --scratch-path .build-threads --sanitize thread $(ARGS)

plugin: swift-found
	SNIPPETBRIDGE_ONLY_MACROS=1 swift build --scratch-path $(PLUGIN_BUILD) --product DSBridgeMacros

swift-found:
	command -v swift >/dev/null || { echo 'Swift 6.3 or newer is not in PATH: https://www.swift.org/install' >&2; exit 1; }

run-setup:
	$(packages)
	for package in $(LIBRARIES); do need $$package library $$package; done
	need pkg-config command -v pkg-config
	install_missing

# nginx, once installed, serves a page of its own on port 80 until it is told not to: systemctl disable --now nginx
bench-setup:
	$(packages)
	need nodejs node_18
	need node-ws test -e /usr/share/nodejs/ws
	need wrk command -v wrk
	need openssl command -v openssl
	need gcc command -v cc
	need valgrind command -v valgrind
	need nginx test -x /usr/sbin/nginx
	need python3-websockets /usr/bin/python3 -c 'import websockets'
	need python3-matplotlib /usr/bin/python3 -c 'import matplotlib'
	install_missing

# Debian starts HAProxy's service, which listens nowhere, and gpsd's, on port 2947 of this machine; of Apache there is
# only the program.
test-setup:
	$(packages)
	for package in $(LIBRARIES); do need $$package library $$package; done
	need pkg-config command -v pkg-config
	need nodejs node_18
	need node-typescript command -v tsc
	need chromium command -v chromium
	need chromium-driver command -v chromedriver
	need firefox-esr command -v firefox-esr
	need webkit2gtk-driver command -v WebKitWebDriver
	need xvfb command -v Xvfb
	need gcc command -v cc
	need nginx test -x /usr/sbin/nginx
	need haproxy test -x /usr/sbin/haproxy
	need apache2-bin test -x /usr/sbin/apache2
	need valgrind command -v valgrind
	need gpsd test -x /usr/sbin/gpsd
	need gpsd-clients command -v gpsfake
	need python3-venv python3 -c 'import ensurepip, venv'
	install_missing
	# The stamp is written last: a venv that was interrupted is made again.
	if [[ $$(cat $(VENV)/installed 2>/dev/null) != '$(PYTHON_PACKAGES)' ]]; then
	  echo 'Installing from PyPI into $(VENV): $(PYTHON_PACKAGES)'
	  python3 -m venv --clear $(VENV)
	  $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check $(foreach package,$(PYTHON_PACKAGES),'$(package)')
	  echo '$(PYTHON_PACKAGES)' >$(VENV)/installed
	fi
