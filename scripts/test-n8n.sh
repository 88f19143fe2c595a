#!/usr/bin/env bash
# The nodes of integrations/n8n in a real n8n: it installs them as its documentation says, imports the example workflows and runs them. n8n is
# 2 GB, so it is no package of this project.
#
#   scripts/test-n8n.sh
#
# N8N_FOLDER names a folder where n8n is installed already. 3 means that this machine cannot do it: Node 24 or n8n is not to be had.
set -euo pipefail
cd "$(dirname "$0")/.."

n8n=n8n@2.41.1
folder=$(mktemp -d "${TMPDIR:-/tmp}/mailsift-n8n.XXXXXX")
trap 'rm -rf "$folder"' EXIT

# npm ci brings Node 24 for the machines that it is published for.
for node in node_modules/node-*/bin; do PATH=$PWD/$node:$PATH; done
if [[ $(node -p 'process.versions.node.split(".")[0]') -lt 24 ]]; then
  echo "n8n was not tested: it needs Node 24, this is $(node -v)." >&2
  exit 3
fi
if [[ -z ${N8N_FOLDER:-} ]]; then
  N8N_FOLDER=$folder/n8n
  mkdir "$N8N_FOLDER"
  # Its scripts would download what PostgreSQL makes unnecessary.
  if ! npm install --prefix "$N8N_FOLDER" --ignore-scripts --legacy-peer-deps --no-audit --no-fund --loglevel=error "$n8n"; then
    echo "n8n was not tested: npm does not have $n8n with all its packages." >&2
    exit 3
  fi
fi

node scripts/install-extra.mjs integrations/n8n
npm run --silent build --prefix integrations/n8n
npm pack --silent --pack-destination "$folder" ./integrations/n8n >/dev/null
node scripts/run.mjs ci/integrations/run-n8n.ts "$N8N_FOLDER" "$folder"
