// The other side of bench:enrichment, in its own process: an internet of company sites, of which one in four has a page
// about its people, and a Wikidata that knows one company in thirty. Each answer comes after the latency.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { page } from '../test/stand-ins/website.ts'
import { BUSINESS, QUERY_SERVICE, WIKIDATA_API, wikidata } from '../test/stand-ins/wikidata.ts'

export type EnrichmentStandInsReady = { port: number }
export type EnrichmentStandInsCounts = {
  sites: number
  wikidata: number
  queries: number
  /** The most requests that one host had to serve at the same time, and the most hosts that were served at the same time. */
  mostPerHost: number
  mostHosts: number
}

const [latencyMs, domains] = process.argv.slice(2).map(Number) as [number, number]

const items = Array.from({ length: Math.ceil(domains / 30) }, (_, nth) => ({
  id: `Q${nth + 1000}`,
  label: `Pier ${nth * 30}`,
  claims: { P31: [BUSINESS], P856: [`https://www.pier-${nth * 30}.com/`] },
}))
const standIn = wikidata(items)
const words = '<p>We build quays, piers and the cranes that stand on them, for harbours large and small.</p>'.repeat(
  200,
)
const homes = [false, true].map(
  (hasTeam) => (name: string) =>
    page(
      `<title>${name}</title><meta property="og:site_name" content="${name}"><meta name="description" content="Quays and piers">`,
      `<nav>${hasTeam ? '<a href="/team">Team</a>' : ''}<a href="/products">Products</a></nav>${words}<footer>© ${name}</footer>`,
    ),
)

const running = new Map<string, number>()
const counts: EnrichmentStandInsCounts = { sites: 0, wikidata: 0, queries: 0, mostPerHost: 0, mostHosts: 0 }
const server = createServer(async (request, response) => {
  const host = request.headers.host ?? ''
  running.set(host, (running.get(host) ?? 0) + 1)
  response.on('close', () => {
    const left = running.get(host)! - 1
    if (left === 0) running.delete(host)
    else running.set(host, left)
  })
  counts.mostPerHost = Math.max(counts.mostPerHost, running.get(host)!)
  counts.mostHosts = Math.max(counts.mostHosts, running.size)
  await sleep(latencyMs)
  const address = host + request.url!.replace(/\?.*/, '')
  if (address === QUERY_SERVICE || address === WIKIDATA_API) {
    const reply = address === QUERY_SERVICE ? standIn.query : standIn.reply
    counts[address === QUERY_SERVICE ? 'queries' : 'wikidata']++
    if (typeof reply === 'function') reply(request, response)
    return
  }
  counts.sites++
  const nth = /^pier-(\d+)\.com$/.exec(host)?.[1]
  if (!nth || (request.url !== '/' && request.url !== '/team')) return response.writeHead(404).end()
  const home = homes[Number(Number(nth) % 4 === 0)]!
  response.setHeader('content-type', 'text/html; charset=utf-8').end(home(`Pier ${nth}`))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
process.on('message', () => process.send?.(counts))
process.send?.({ port: (server.address() as AddressInfo).port } satisfies EnrichmentStandInsReady)
