#!/usr/bin/env bash
# The functions of deploy/clickhouse in a real ClickHouse: chDB, the engine as a library, from npm. It is 560 MB, so it is no package of
# this project.
#
#   scripts/test-clickhouse.sh [rows]
#
# LIBCHDB names a libchdb.so that is already here, PYTHON the Python that loads it. 3 means that this machine cannot do it: chDB is
# published for x86-64 alone, or npm or Python is not to be had.
set -euo pipefail
cd "$(dirname "$0")/.."

chdb=@chdb/lib-linux-x64-gnu@26.5.3
read -ra python <<<"${PYTHON:-python3}"
folder=$(mktemp -d "${TMPDIR:-/tmp}/mailsift-clickhouse.XXXXXX")
trap 'rm -rf "$folder"' EXIT

if ! command -v "${python[0]}" >/dev/null; then
  echo "ClickHouse was not tested: Python is not installed." >&2
  exit 3
fi
if [[ -z ${LIBCHDB:-} ]]; then
  if [[ $(uname -m) != x86_64 ]]; then
    echo "ClickHouse was not tested: chDB on npm is for x86-64, this machine is $(uname -m)." >&2
    exit 3
  fi
  if ! npm pack --silent --pack-destination "$folder" "$chdb" >/dev/null; then
    echo "ClickHouse was not tested: npm does not have $chdb." >&2
    exit 3
  fi
  tar -xzf "$folder"/*.tgz -C "$folder" package/libchdb.so
  LIBCHDB=$folder/package/libchdb.so
fi

mkdir "$folder/bin" "$folder/pids" "$folder/data" "$folder/data/user_scripts"
cp deploy/clickhouse/mailsift_function.xml "$folder"
cat >"$folder/config.xml" <<XML
<clickhouse>
  <user_defined_executable_functions_config>*_function.xml</user_defined_executable_functions_config>
  <user_scripts_path>$folder/data/user_scripts/</user_scripts_path>
</clickhouse>
XML
# Each process leaves its id, so that the test can kill one.
cat >"$folder/bin/mailsift" <<SH
#!/bin/sh
: >"$folder/pids/\$\$"
exec "$(command -v node)" "$PWD/packages/cli/bin/mailsift.mjs" "\$@"
SH
chmod +x "$folder/bin/mailsift"
cp "$folder/bin/mailsift" "$folder/data/user_scripts"
PATH=$folder/bin:$PATH "${python[@]}" scripts/test-clickhouse.py "$LIBCHDB" "$folder" "${1:-100000}"
