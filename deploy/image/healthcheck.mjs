// Exit status 0 while this container's Mailsift is ready. A worker has no address of its own but that of its metrics, which its supervisor
// keeps; one without METRICS_LISTEN has nothing to ask, and its supervisor restarts what dies.
import process from 'node:process'

const { ROLE = 'all', HOST = '127.0.0.1', PORT = '3000', METRICS_LISTEN, METRICS_TOKEN } = process.env
const WILDCARDS = { '0.0.0.0': '127.0.0.1', '[::]': '[::1]' }

if (ROLE !== 'worker') await ask(`${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`, '/readyz')
else if (METRICS_LISTEN) await ask(METRICS_LISTEN, '/metrics')

async function ask(address, path) {
  const { hostname, port } = new URL(`http://${address}`)
  const headers = METRICS_TOKEN && path === '/metrics' ? { authorization: `Bearer ${METRICS_TOKEN}` } : {}
  const signal = AbortSignal.timeout(4_000)
  const url = `http://${WILDCARDS[hostname] ?? hostname}:${port || 80}${path}`
  const answer = await fetch(url, { headers, signal }).catch(() => undefined)
  process.exit(answer?.ok ? 0 : 1)
}
