import { choice, contact, integer, listenAddress, otlpHeaders, secret, text, url } from '../parsers.ts'
import { setting } from '../setting.ts'

export const WATCHING = {
  logLevel: setting(
    'LOG_LEVEL',
    choice('trace', 'debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'Least severe level that is logged.',
  ),
  logFormat: setting(
    'LOG_FORMAT',
    choice('json', 'mixed', 'pretty'),
    process.stdout.isTTY ? 'pretty' : 'mixed',
    'Form of the log: `json` is one object in each line, `mixed` the same but for the welcome at the start, or why there is none, which is text for people, `pretty` is all for people.',
    { shown: '`pretty` on a terminal, else `mixed`' },
  ),
  accessLogMax: setting(
    'ACCESS_LOG_MAX',
    integer(0, 100_000),
    100,
    'Requests a second that get a line in the log at level `info` (request id, method, route, status, milliseconds, account id); the next line tells how many had none. 0 logs no requests.',
  ),
  metricsListen: setting(
    'METRICS_LISTEN',
    listenAddress,
    '',
    'Address and port on which `/metrics` of all processes of this node answers, and nothing else does; the API then has none.',
    { shown: 'on the address of the API, if that is only reached from this machine' },
  ),
  metricsToken: setting(
    'METRICS_TOKEN',
    secret,
    '',
    'The bearer token that a reader of `/metrics` sends. With it, the API serves them also where others can reach it.',
    { shown: 'none', secret: true },
  ),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    url('https:', 'http:'),
    '',
    'Address of an OpenTelemetry collector (OTLP over HTTP, as JSON), which is sent traces: a span for each request, task and delivery, without any address.',
    { shown: 'none' },
  ),
  otlpHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    otlpHeaders,
    '',
    'Headers for the collector, as `name=value`, separated by commas.',
    { shown: 'none', secret: true },
  ),
  serviceName: setting('OTEL_SERVICE_NAME', text, 'mailsift', 'Name of the service in its traces.'),
  securityContact: setting(
    'SECURITY_CONTACT',
    contact,
    '',
    'Email address or https page for reports of security holes, told in `/.well-known/security.txt`.',
    { shown: 'none' },
  ),
}
