import { choice, integer, onOff, secrets } from '../parsers.ts'
import { setting } from '../setting.ts'

export const FEATURES = {
  secret: setting(
    'SECRET',
    secrets,
    '',
    'Signs sessions, links and tickets. Processes of one fleet share it. Several, separated by commas: the first signs, all are good.',
    {
      shown: 'made on first start',
      secret: true,
    },
  ),
  signUp: setting(
    'SIGN_UP',
    choice('open', 'closed'),
    'closed',
    'Whether strangers may create accounts. The administration command always can.',
  ),
  playgroundDaily: setting(
    'PLAYGROUND_DAILY',
    integer(0, 1_000_000),
    100,
    'Anonymous playground validations a day for one network; 0 closes the playground.',
  ),
  console: setting(
    'CONSOLE',
    onOff,
    true,
    'Whether `/` is the web console. Without it `/` says in one line where the API and its reference are.',
  ),
  mcp: setting('MCP', onOff, true, 'Whether assistants can use the service at `/mcp` (Model Context Protocol).'),
  bulkAdmission: setting(
    'BULK_ADMISSION',
    onOff,
    true,
    'Whether new bulk submissions are taken in; running ones go on either way.',
  ),
  shortListMaxCount: setting(
    'SHORT_LIST_MAX_COUNT',
    integer(0, 100),
    100,
    'Lists of up to so many addresses, without domain checks, are validated by the API process that takes them in; 0 leaves all of them to the workers.',
  ),
  csvAdmission: setting(
    'CSV_ADMISSION',
    onOff,
    true,
    'Whether new CSV uploads and submissions are taken in; running ones go on either way.',
  ),
}
