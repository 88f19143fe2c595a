import { availableParallelism } from 'node:os'
import { baseUrl, choice, hostName, integer, list, networks, origins } from '../parsers.ts'
import { setting } from '../setting.ts'

function between(least: number, wanted: number, most: number): number {
  return Math.min(Math.max(wanted, least), most)
}

export const PROCESSES = {
  role: setting(
    'ROLE',
    choice('all', 'api', 'worker'),
    'all',
    'Role of this node. `all` runs the embedded database, the API and workers; `api` and `worker` are for a fleet. A supervisor restarts the processes.',
  ),
  host: setting('HOST', hostName, '127.0.0.1', 'Address to listen on.'),
  port: setting('PORT', integer(1, 65_535), 3000, 'Port to listen on.'),
  baseUrl: setting('BASE_URL', baseUrl, '', 'Public URL of the API, for absolute links. Ends in `/v1`.', {
    shown: '`http://HOST:PORT/v1`',
  }),
  hostNames: setting(
    'HOST_NAMES',
    list,
    [],
    'Additional host names of the service, such as internal ones. The host in `BASE_URL`, `localhost` and IP addresses always work. Requests for other hosts are rejected (421), except health checks.',
    { shown: 'none' },
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    origins,
    [],
    'Origins, separated by commas, whose pages can use the API with tokens, such as `https://app.contoso.com`. `*` is not allowed. Forms use site keys instead.',
    { shown: 'none' },
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    networks,
    [],
    'IP addresses or ranges of trusted proxies, whose X-Forwarded-* headers are used.',
    { shown: 'none' },
  ),
  apiProcesses: setting(
    'API_PROCESSES',
    integer(1, 64),
    between(1, Math.floor(availableParallelism() / 2), 8),
    'Number of API processes for `ROLE=all` and `ROLE=api`. They share the port.',
    { shown: 'half the cores, from 1 to 8' },
  ),
  workers: setting(
    'WORKERS',
    integer(1, 256),
    between(1, availableParallelism() - 1, 16),
    'Number of worker processes for `ROLE=all` and `ROLE=worker`.',
    { shown: 'cores − 1, from 1 to 16' },
  ),
  workerConcurrency: setting(
    'WORKER_CONCURRENCY',
    integer(1, 64),
    4,
    'Number of tasks that a worker process runs at a time.',
  ),
  standstillMaxMs: setting(
    'STANDSTILL_MAX_MS',
    integer(0, 600_000),
    8_000,
    'A process whose event loop is blocked for this long is killed, so that others continue its work. 0 turns this off, for a debugger.',
  ),
  eventLoopDelayMaxMs: setting(
    'EVENT_LOOP_DELAY_MAX_MS',
    integer(0, 60_000),
    1_000,
    'If an API process blocked its event loop longer than this (CPU time) within the last second, new requests get 503. 0 turns this off.',
  ),
  memoryMaxMb: setting(
    'MEMORY_MAX_MB',
    integer(0, 1_000_000),
    320,
    'If the objects and buffers of an API process exceed this, new requests get 503. 0 turns this off.',
  ),
}
