// Exit status 0 while this container's Mailsift is ready. A worker has no address of its own but that of its metrics, which its supervisor keeps: an
// answer is enough, since the metrics themselves ask the database. One without METRICS_LISTEN has nothing to ask; its supervisor restarts what dies.
import process from 'node:process'

const { ROLE = 'all', HOST = '127.0.0.1', PORT = '3000', METRICS_LISTEN } = process.env
const WILDCARDS = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' }

if (ROLE !== 'worker') finish((await ask(`${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`, '/readyz'))?.ok)
else finish(!METRICS_LISTEN || (await ask(METRICS_LISTEN, '/')) !== undefined)

function ask(address, path) {
  const { hostname, port } = new URL(`http://${address}`)
  const url = `http://${WILDCARDS[hostname] ?? hostname}:${port || 80}${path}`
  return fetch(url, { signal: AbortSignal.timeout(4_000) }).catch(() => undefined)
}

function finish(isWell) {
  process.exit(isWell ? 0 : 1)
}
