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
    'What this node does. `all` runs the embedded database, the API and workers; `api` and `worker` are the parts of a fleet. Each is a supervisor with processes that it restarts.',
  ),
  host: setting('HOST', hostName, '127.0.0.1', 'Address to listen on.'),
  port: setting('PORT', integer(1, 65_535), 3000, 'Port to listen on.'),
  baseUrl: setting('BASE_URL', baseUrl, '', 'Public address of the API, for absolute links; ends in `/v1`.', {
    shown: '`http://HOST:PORT/v1`',
  }),
  hostNames: setting(
    'HOST_NAMES',
    list,
    [],
    'Further names that the service goes by, such as one that only its own network knows. The name in `BASE_URL`, `localhost` and addresses always work; requests under other names are refused (421), health checks excepted.',
    { shown: 'none' },
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    origins,
    [],
    'Origins such as `https://app.contoso.com`, separated by commas, whose pages may use the API with tokens. `*` is refused. Forms use site keys instead.',
    { shown: 'none' },
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    networks,
    [],
    'Addresses or ranges of proxies whose X-Forwarded-* headers are believed.',
    { shown: 'none' },
  ),
  apiProcesses: setting(
    'API_PROCESSES',
    integer(1, 64),
    between(1, Math.floor(availableParallelism() / 2), 8),
    'API processes that `ROLE=all` and `ROLE=api` start; they share the port.',
    { shown: 'half the cores, from 1 to 8' },
  ),
  workers: setting(
    'WORKERS',
    integer(1, 256),
    between(1, availableParallelism() - 1, 16),
    'Worker processes that `ROLE=all` and `ROLE=worker` start.',
    { shown: 'cores − 1, from 1 to 16' },
  ),
  workerConcurrency: setting('WORKER_CONCURRENCY', integer(1, 64), 4, 'Tasks that one worker process runs at a time.'),
  standstillMaxMs: setting(
    'STANDSTILL_MAX_MS',
    integer(0, 600_000),
    8_000,
    'A process whose event loop stands still for this long is killed, so that others take up its work; 0 leaves it alone, for a debugger.',
  ),
  eventLoopDelayMaxMs: setting(
    'EVENT_LOOP_DELAY_MAX_MS',
    integer(0, 60_000),
    1_000,
    'When the work of the API process held its event loop longer than this (processor time) within the last second, new requests are answered 503; 0 never does.',
  ),
  memoryMaxMb: setting(
    'MEMORY_MAX_MB',
    integer(0, 1_000_000),
    320,
    'Past this much memory held by objects and buffers of the API process new requests are answered 503; 0 never does.',
  ),
}
