import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import * as dnsPacket from 'dns-packet'

/** What the stand-in knows about one name. A type that is not listed answers "no data". */
export type ZoneEntry = {
  MX?: readonly (readonly [priority: number, host: string])[]
  A?: readonly string[]
  AAAA?: readonly string[]
  NS?: readonly string[]
  PTR?: readonly string[]
  TXT?: readonly string[]
  CNAME?: string
  /** The name does not exist. */
  nxdomain?: true
  fault?: Fault
  /** The fault spoils only the first so many questions; without it, all of them. */
  faultTimes?: number
  /** The fault spoils only questions of this type. */
  faultType?: string
  /** Of its records and of what it does not have; 300 unless given. */
  ttlSeconds?: number
  /** How much later than others it is answered. */
  delayMs?: number
  /** It is answered once this is settled. */
  until?: Promise<void>
}

/**
 * silent: no answer. truncated: over UDP only a hint to come back over TCP. wrong_id: a forged answer that belongs to no
 * question. garbage: bytes that are no DNS message. broken: the beginning of an answer, which ends in the middle.
 * other_owner: the records of another name.
 */
export type Fault = 'other_owner' | 'silent' | 'servfail' | 'refused' | 'truncated' | 'wrong_id' | 'garbage' | 'broken'

export type Zone = Readonly<Record<string, ZoneEntry>>
export type AskedQuestion = { name: string; type: string; over: 'udp' | 'tcp' }

export type DnsServer = {
  /** As a resolver takes it: `127.0.0.1:port`. */
  address: string
  /** A packet sent again, because its answer was thought lost, is not another question. */
  questions: AskedQuestion[]
  /** Questions about names that the zone does not have. They are refused; a test must have none. */
  unscripted: AskedQuestion[]
  /** Gives out the questions so far and counts from the beginning. */
  takeQuestions(): AskedQuestion[]
  /** The largest number of answers that were owed to one socket at the same time. */
  mostForOneSocket(): number
  close(): Promise<void>
}

const RCODE = { noError: 0, servfail: 2, nxdomain: 3, refused: 5 }
const TTL_SECONDS = 300

/**
 * What every resolver knows: the service tests its resolvers with these names, whenever it likes, unless a zone says
 * something else about them. Such questions are not listed.
 */
const KNOWN_EVERYWHERE: Readonly<Record<string, ZoneEntry>> = { 'gmail.com': { MX: [[10, 'mx.invalid']] } }
const IMPOSSIBLE: ZoneEntry = { nxdomain: true }

function knownEverywhere(name: string): ZoneEntry | undefined {
  return KNOWN_EVERYWHERE[name] ?? (/^[0-9a-f]{16}\.invalid$/.test(name) ? IMPOSSIBLE : undefined)
}

/** A name server on loopback that knows exactly what its zone says, with faults on demand. */
export async function startDnsServer(
  zone: Zone | ((name: string) => ZoneEntry | undefined),
  { latencyMs = 0, host = '127.0.0.1' }: { latencyMs?: number; host?: string } = {},
): Promise<DnsServer> {
  const find = typeof zone === 'function' ? zone : (name: string) => zone[name]
  const questions: AskedQuestion[] = []
  const unscripted: AskedQuestion[] = []
  const seen = new Set<string>()
  const faultsLeft = new Map<string, number>()
  const sockets = new Set<Socket>()
  const delayed = new Set<NodeJS.Timeout>()

  function respond(query: dnsPacket.Packet, over: 'udp' | 'tcp', send: (reply: dnsPacket.Packet | Buffer) => void) {
    const question = query.questions?.[0]
    if (!question) return
    const name = question.name.toLowerCase()
    const asked = { name, type: question.type, over }
    const identity = `${query.id} ${name} ${asked.type} ${over}`
    const scripted = find(name)
    const entry = scripted ?? knownEverywhere(name)
    if (!seen.has(identity) && (scripted || !entry)) questions.push(asked)
    seen.add(identity)
    if (!entry) unscripted.push(asked)
    const fault = entry && currentFault(name, asked.type, entry)
    if (fault === 'silent') return
    const reply = (rcode: number, answers: dnsPacket.Answer[] = [], flags = 0): dnsPacket.Packet => ({
      id: (query.id ?? 0) ^ (fault === 'wrong_id' ? 1 : 0),
      type: 'response',
      flags: dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | flags | rcode,
      questions: [question],
      answers: fault === 'other_owner' ? answers.map((answer) => ({ ...answer, name: 'other.test' })) : answers,
      ...(answers.length === 0 && { authorities: [soaOf(entry)] }),
    })
    const later = (message: dnsPacket.Packet | Buffer) => {
      if (entry?.until) return void entry.until.then(() => send(message))
      const delay = latencyMs + (entry?.delayMs ?? 0)
      if (delay === 0) return send(message)
      // Fixed time: how long the server takes to answer.
      const timer = setTimeout(() => {
        delayed.delete(timer)
        send(message)
      }, delay)
      delayed.add(timer)
    }
    if (!entry || fault === 'refused') return later(reply(RCODE.refused))
    if (fault === 'servfail') return later(reply(RCODE.servfail))
    if (fault === 'garbage') return later(Buffer.from('no message'))
    if (fault === 'broken') {
      const whole = dnsPacket.encode(reply(RCODE.noError, answersFor(name, asked.type, entry)))
      return later(whole.subarray(0, whole.length - 5))
    }
    if (fault === 'truncated' && over === 'udp') return later(reply(RCODE.noError, [], dnsPacket.TRUNCATED_RESPONSE))
    if (entry.nxdomain) return later(reply(RCODE.nxdomain))
    later(reply(RCODE.noError, answersFor(name, asked.type, entry)))
  }

  function currentFault(name: string, type: string, entry: ZoneEntry): Fault | undefined {
    if (!entry.fault || (entry.faultType && entry.faultType !== type)) return undefined
    const left = faultsLeft.get(name) ?? entry.faultTimes ?? Number.POSITIVE_INFINITY
    faultsLeft.set(name, left - 1)
    return left > 0 ? entry.fault : undefined
  }

  function answersFor(name: string, type: string, entry: ZoneEntry): dnsPacket.Answer[] {
    const ttl = entry.ttlSeconds ?? TTL_SECONDS
    const record = (data: unknown) => ({ type, name, ttl, data })
    if (entry.CNAME !== undefined) {
      const target = find(entry.CNAME)
      const alias = { type: 'CNAME', name, ttl, data: entry.CNAME }
      return [alias, ...(target ? answersFor(entry.CNAME, type, target) : [])]
    }
    if (type === 'MX') return (entry.MX ?? []).map(([preference, exchange]) => record({ preference, exchange }))
    if (type === 'A' || type === 'AAAA' || type === 'NS' || type === 'PTR' || type === 'TXT')
      return (entry[type] ?? []).map(record)
    return []
  }

  // The questions of a burst must not get lost here, where no test looks for them.
  const udp = createSocket({ type: 'udp4', recvBufferSize: 4 * 1024 * 1024 })
  const owed = new Map<number, number>()
  let mostOwed = 0
  udp.on('message', (message, peer) => {
    const owing = (owed.get(peer.port) ?? 0) + 1
    owed.set(peer.port, owing)
    mostOwed = Math.max(mostOwed, owing)
    respond(dnsPacket.decode(message), 'udp', (reply) => {
      owed.set(peer.port, owed.get(peer.port)! - 1)
      udp.send(Buffer.isBuffer(reply) ? reply : dnsPacket.encode(reply), peer.port, peer.address)
    })
  })
  const tcp = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    let received = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const end = 2 + received.readUInt16BE(0)
        const query = dnsPacket.streamDecode(received.subarray(0, end))
        received = received.subarray(end)
        if (query)
          respond(query, 'tcp', (reply) => socket.write(Buffer.isBuffer(reply) ? reply : dnsPacket.streamEncode(reply)))
      }
    })
  })
  const port = await bindBoth(tcp, udp, host)

  return {
    address: `${host}:${port}`,
    questions,
    unscripted,
    takeQuestions() {
      seen.clear()
      return questions.splice(0)
    },
    mostForOneSocket: () => mostOwed,
    async close() {
      for (const timer of delayed) clearTimeout(timer)
      for (const socket of sockets) socket.destroy()
      await Promise.all([
        new Promise<void>((resolve) => udp.close(resolve)),
        new Promise<void>((resolve) => tcp.close(() => resolve())),
      ])
    },
  }
}

/** RFC 2308 §3: what a denial brings, which says for how long it holds. */
function soaOf(entry: ZoneEntry | undefined): dnsPacket.Answer {
  const minimum = entry?.ttlSeconds ?? TTL_SECONDS
  const times = { serial: 1, refresh: 3600, retry: 600, expire: 86_400, minimum }
  return { type: 'SOA', name: 'test', ttl: 3600, data: { mname: 'ns.test', rname: 'hostmaster.test', ...times } }
}

/** One port for both. A port that is free over TCP may be taken over UDP: then it is another one. */
async function bindBoth(tcp: Server, udp: UdpSocket, host: string): Promise<number> {
  for (;;) {
    await new Promise<void>((resolve) => tcp.listen(0, host, resolve))
    const { port } = tcp.address() as AddressInfo
    const isBound = await new Promise<boolean>((resolve) => {
      const fail = () => resolve(false)
      udp.once('error', fail).bind(port, host, () => {
        udp.off('error', fail)
        resolve(true)
      })
    })
    if (isBound) return port
    await new Promise<void>((resolve) => tcp.close(() => resolve()))
  }
}
