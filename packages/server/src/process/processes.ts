// The processes of one machine: as many APIs and workers as it is to have, all behind one socket.
import process from 'node:process'
import type { Config } from '../config/config.ts'
import { diskFolderOf } from '../platform/data-folder/free-space.ts'
import { type BoundSocket, bindSocket, readListenAddress } from '../platform/listening.ts'
import type { Log } from '../platform/log.ts'
import { listenForMetrics } from '../platform/metrics/listener.ts'
import { type Child, keepChild, type Orders } from './child.ts'
import type { ReadyMessage } from './messages.ts'
import { createNodeMetrics } from './node-metrics.ts'

export type Processes = {
  /** Tells all of them that the database is ready. */
  go(orders: Orders): void
  /** Settles when all serve; fails when one refuses to start. */
  ready: Promise<ReadyMessage[]>
  /** Replaces one after the other; at no time are there fewer. */
  replaceAll(): Promise<void>
  stop(): Promise<void>
  kill(): void
}

type Counted = Pick<Config, 'role' | 'apiProcesses' | 'workers'>

function rolesOf({ role, apiProcesses, workers }: Counted): ('api' | 'worker')[] {
  const apis = role === 'worker' ? 0 : apiProcesses
  return [...Array<'api'>(apis).fill('api'), ...Array<'worker'>(role === 'api' ? 0 : workers).fill('worker')]
}

/** Connections besides its pool: four of its queue (heartbeat.ts) or one for the changes of accounts, and one for checking stalled ones. */
const SINGLE_CONNECTIONS = 5
/** For the administration, `verify`, backups, migrations, and what PostgreSQL keeps for its superuser. */
const OTHER_CONNECTIONS = 25

/** Connections that the processes of this machine may open together. */
export function connectionsNeeded(config: Counted & Pick<Config, 'databaseConnections'>): number {
  // While processes are replaced, there is one more.
  return (rolesOf(config).length + 1) * (config.databaseConnections + SINGLE_CONNECTIONS) + OTHER_CONNECTIONS
}

export type StartOptions = {
  log: Log
  /** Variables for the processes besides this one's own environment. */
  environment?: NodeJS.ProcessEnv
  /** An earlier start may have been killed, so that its processes still have the port for a moment. */
  mayHaveOrphans: boolean
}

/** As long as a process takes at most to drain. */
const ORPHANS_MAX_MS = 32_000

export async function startProcesses(config: Config, options: StartOptions): Promise<Processes> {
  const { log } = options
  const environment = { ...process.env, ...options.environment }
  const waiting = {
    waitMaxMs: options.mayHaveOrphans ? ORPHANS_MAX_MS : 0,
    onWait: () => log.warn({ port: config.port }, 'port in use; waiting for an earlier process to release it'),
  }
  const socket = config.role === 'worker' ? undefined : await bindSocket(config, waiting)
  const apart = readListenAddress(config.metricsListen)
  const readNodeMetrics = createNodeMetrics(() => named, diskFolderOf(config))
  const metrics = apart && (await listenForMetrics(apart, { read: readNodeMetrics, token: config.metricsToken }))
  const named = nameEach(rolesOf(config)).map(({ role, name }) => {
    const listenDescriptor = role === 'api' ? socket?.descriptor : undefined
    return { name, child: keepChild({ role, environment, log, listenDescriptor, readNodeMetrics }) }
  })
  const children = named.map(({ child }) => child)
  const ready = Promise.all(children.map((child) => child.ready))
  // It may fail before it is awaited; that is no unhandled rejection.
  ready.catch(() => undefined)
  return {
    ready,
    go({ makesFirstAccount }) {
      for (const [index, child] of children.entries()) child.go({ makesFirstAccount: makesFirstAccount && index === 0 })
    },
    replaceAll: () => replaceOneByOne(children, log),
    async stop() {
      await stopAll(children, socket)
      metrics?.stop()
    },
    kill() {
      for (const child of children) child.kill()
    },
  }
}

/** Counted for each role. */
function nameEach(roles: readonly ('api' | 'worker')[]) {
  return roles.map((role, index) => ({ role, name: `${role}-${index - roles.indexOf(role) + 1}` }))
}

async function replaceOneByOne(children: Child[], log: Log): Promise<void> {
  log.info({ processes: children.length }, 'replacing processes one by one')
  let replaced = 0
  for (const child of children) if (await child.replace()) replaced++
  log.info(
    { processes: children.length, replaced },
    replaced === children.length ? 'all processes replaced' : 'some processes not replaced',
  )
}

async function stopAll(children: Child[], socket: BoundSocket | undefined): Promise<void> {
  // The last process that closes the socket then closes it for good, and not one connection waits in it for ever.
  socket?.close()
  await Promise.all(children.map((child) => child.stop()))
}
