import { PROOF_BITS } from '@mailsift/contract'
import { type OidcProvider, oidcProviders } from '../oidc-providers.ts'
import { choice, domains, hostName, integer, listenAddress, onOff, secrets, text } from '../parsers.ts'
import { setting } from '../setting.ts'

export const FEATURES = {
  secret: setting(
    'SECRET',
    secrets,
    '',
    'Secret that signs sessions, links and tickets. All nodes of a fleet share it. With several, separated by commas, the first one signs and all are valid.',
    {
      shown: 'made on first start',
      secret: true,
    },
  ),
  signUp: setting(
    'SIGN_UP',
    choice('closed', 'invitation', 'domain', 'open'),
    'closed',
    'Who can create an account: `closed` (only the admin command), `invitation` (people with a link of `admin sign-up-link`), `domain` (addresses of `SIGN_UP_DOMAINS`), or `open` (everybody). `domain` and `open` confirm the address by email and require `SMTP_URL`. Members can always invite people to their account.',
  ),
  signUpDomains: setting(
    'SIGN_UP_DOMAINS',
    domains,
    [],
    'Domains whose addresses can sign up with `SIGN_UP=domain`, separated by commas. Subdomains are not included.',
    { shown: 'none' },
  ),
  signUpPlan: setting(
    'SIGN_UP_PLAN',
    text,
    '',
    'Plan of accounts that are created by a sign-up. Without it they have no subscription, and validations are refused.',
    { shown: 'none' },
  ),
  signUpProofBits: setting(
    'SIGN_UP_PROOF_BITS',
    integer(1, 16),
    PROOF_BITS,
    'Zero bits of the proof of work that a sign-up requires. Each further bit doubles its cost for visitors and for robots: 7 take about a second of a processor. The same on every node.',
  ),
  plansFile: setting(
    'PLANS_FILE',
    text,
    '',
    'JSON file of the plans that accounts can have, the same on every node. Without it, no account is limited.',
  ),
  oidcProviders: setting<readonly OidcProvider[]>(
    'OIDC_PROVIDERS',
    oidcProviders,
    [],
    'Identity providers for single sign-on (OpenID Connect): the path of a JSON file, or the JSON itself. Requires BASE_URL.',
    { shown: 'none', secret: true },
  ),
  passwordSignIn: setting(
    'PASSWORD_SIGN_IN',
    onOff,
    true,
    'Whether people can sign in with a password and set one. If off, they use single sign-on or a sign-in link from the operator.',
  ),
  playgroundDaily: setting(
    'PLAYGROUND_DAILY',
    integer(0, 1_000_000),
    100,
    'Daily limit of anonymous playground validations per network. 0 turns off the playground.',
  ),
  console: setting(
    'CONSOLE',
    onOff,
    true,
    'Serve the web console at `/`. If off, `/` shows the URLs of the API and its reference.',
  ),
  mcp: setting('MCP', onOff, true, 'Let assistants use the service at `/mcp` (Model Context Protocol).'),
  bounceListen: setting(
    'BOUNCE_LISTEN',
    listenAddress,
    '',
    'Address and port that accept bounces as mail, such as `127.0.0.1:2424`. Only the secret addresses of accounts are accepted.',
    { shown: 'off' },
  ),
  bounceProtocol: setting(
    'BOUNCE_PROTOCOL',
    choice('lmtp', 'smtp'),
    'lmtp',
    'Protocol of `BOUNCE_LISTEN`: LMTP behind your own mail server, or SMTP.',
  ),
  bounceDomain: setting(
    'BOUNCE_DOMAIN',
    hostName,
    '',
    'Domain of the secret addresses for bounces. Its mail must arrive at `BOUNCE_LISTEN`.',
    { shown: 'the host of `BASE_URL`' },
  ),
  calibration: setting(
    'CALIBRATION',
    onOff,
    true,
    'Keep a keyed hash and the verdict of every validated address for 35 days, to count how many bounced. If off, they are deleted within an hour.',
  ),
  bulkAdmission: setting(
    'BULK_ADMISSION',
    onOff,
    true,
    'Accept new bulk submissions. Running ones continue either way.',
  ),
  shortListMaxCount: setting(
    'SHORT_LIST_MAX_COUNT',
    integer(0, 100),
    100,
    'Lists of up to this many addresses, without domain checks, are validated in the API process. 0 leaves all lists to the workers.',
  ),
  csvAdmission: setting(
    'CSV_ADMISSION',
    onOff,
    true,
    'Accept new CSV uploads and submissions. Running ones continue either way.',
  ),
}
