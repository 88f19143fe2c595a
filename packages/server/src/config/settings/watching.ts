import { choice, contact, integer, listenAddress, otlpHeaders, secret, text, url } from '../parsers.ts'
import { setting } from '../setting.ts'

export const WATCHING = {
  logLevel: setting(
    'LOG_LEVEL',
    choice('trace', 'debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'Minimum log level.',
  ),
  logFormat: setting(
    'LOG_FORMAT',
    choice('json', 'mixed', 'pretty'),
    process.stdout.isTTY ? 'pretty' : 'mixed',
    'Log format. `json`: one object per line. `mixed`: the same, with a readable start-up message. `pretty`: readable text.',
    { shown: '`pretty` on a terminal, else `mixed`' },
  ),
  accessLogMax: setting(
    'ACCESS_LOG_MAX',
    integer(0, 100_000),
    100,
    'Maximum number of requests per second to log at level `info` (request id, method, route, status, milliseconds, account id). The next line counts the others. 0 turns off request logs.',
  ),
  metricsListen: setting(
    'METRICS_LISTEN',
    listenAddress,
    '',
    'Address and port that serve only `/metrics` of all processes of this node. The API then does not serve it.',
    { shown: 'on the address of the API, if that is only reached from this machine' },
  ),
  metricsToken: setting(
    'METRICS_TOKEN',
    secret,
    '',
    'Bearer token required for `/metrics`. With it, the API also serves metrics on public addresses.',
    { shown: 'none', secret: true },
  ),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    url('https:', 'http:'),
    '',
    'URL of an OpenTelemetry collector (OTLP over HTTP, JSON) for traces: a span per request, task and delivery, without email addresses.',
    { shown: 'none' },
  ),
  otlpHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    otlpHeaders,
    '',
    'Headers for the collector as `name=value`, separated by commas.',
    { shown: 'none', secret: true },
  ),
  serviceName: setting('OTEL_SERVICE_NAME', text, 'mailsift', 'Name of the service in traces.'),
  securityContact: setting(
    'SECURITY_CONTACT',
    contact,
    '',
    'Email address or https page for security reports, published in `/.well-known/security.txt`.',
    { shown: 'none' },
  ),
}
