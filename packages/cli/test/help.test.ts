import { describe, expect, test } from 'vitest'
import { mailsift } from './support/mailsift.ts'

const COMMANDS = [
  'validate',
  'clean',
  'stream',
  'jobs',
  'groups',
  'uploads',
  'contacts',
  'usage',
  'login',
  'logout',
  'doctor',
  'completion',
  'version',
]

test('the help names every command and every exit code', async () => {
  const { code, stdout, stderr } = await mailsift(['--help'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  for (const command of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${command} `, 'm'))
  for (const exitCode of [0, 2, 3, 4, 5, 10]) expect(stdout).toMatch(new RegExp(`^  ${exitCode} `, 'm'))
})

test.for(COMMANDS)('%s --help shows examples and needs no service', async (command) => {
  const { code, stdout, stderr } = await mailsift([command, '--help'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(new RegExp(`^Usage\n  mailsift ${command} `, 'm'))
  expect(stdout).toMatch(new RegExp(`^Examples\n  # .+\n  mailsift ${command}`, 'm'))
  for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(130)
})

test('the examples through npm work as printed', async () => {
  const { stdout } = await mailsift(['clean', '--help'], { env: { npm_lifecycle_event: 'mailsift' } })
  expect(stdout).toMatch(/^ {2}npm run -s mailsift -- clean contacts\.csv -o cleaned\.csv$/m)
})

test.for(['--version', '-v', 'version'])('%s prints the package version', async (word) => {
  expect((await mailsift([word])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

describe('an invalid command line is refused with one line and exit code 2:', () => {
  test.for([
    ['no command', [], /^$/],
    ['an unknown command', ['velidate'], /Unknown command "velidate"/],
    ['an unknown option', ['validate', '--lokal', 'a@contoso.com'], /Unknown option '--lokal'/],
    ['help for an unknown command', ['help', 'velidate'], /Unknown command "velidate"/],
    ['an operand where there is none', ['doctor', 'x'], /Too many arguments for 'doctor'.*: x\./],
    ['what is no id', ['jobs', 'x'], /"x" is not an id/],
    ['a path where an id belongs', ['groups', '..'], /".." is not an id/],
    ['no id to resume', ['clean', '--resume', ''], /"" is not an id/],
    ['stdin twice', ['validate', '--local', '-', '-'], /Use - only once/],
    ['an output without a name', ['clean', '--local', 'a.csv', '-o', ''], /-o needs a file name/],
    [
      'an output in no folder',
      ['clean', '--local', 'a.csv', '-o', '/proc/nowhere/b.csv'],
      /folder for \/proc\/nowhere\/b/,
    ],
    ['a folder as output', ['clean', '--local', 'a.csv', '-o', '/tmp'], /\/tmp is a folder/],
    [
      'a CSV under the name of a workbook',
      ['clean', '--local', 'a.csv', '-o', 'safe.XLS'],
      /Lists are written as CSV, \.xlsx, \.parquet or \.zip\. Write to safe\.xlsx instead/,
    ],
    ['an option without its value', ['clean', 'a.csv', '-o'], /--output <value>' argument missing/],
    ['an option where a value belongs', ['clean', 'a.csv', '-o', '--json'], /argument '--json' is invalid/],
    ['no address', ['validate'], /Specify at least one address/],
    ['no file', ['clean'], /Specify a list/],
    ['two files', ['clean', 'a.csv', 'b.csv'], /Too many arguments for 'clean'/],
    ['lookups offline', ['validate', '--local', '--domain', 'a@contoso.com'], /--domain needs the service/],
    ['what is no id to resume', ['clean', 'a.csv', '--resume', 'x'], /"x" is not an id/],
    [
      'an unknown choice',
      ['clean', 'a.csv', '--only', 'good'],
      /Unknown status "good" in --only\. Use safe, risky, unsafe, unknown/,
    ],
    ['an unknown reason to fail', ['validate', 'a@contoso.com', '--fail-on', 'x'], /--fail-on accepts only "unsafe"/],
    ['counts and CSV on one stdout', ['clean', 'a.csv', '--json'], /-o/],
    ['a token on the command line', ['login', 'ms_w_x'], /not accepted as an argument/],
    ['a server that is no address', ['usage', '--server', 'mail'], /not an http or https URL/],
    ['a missing file', ['clean', '--local', '/proc/nowhere/a.csv'], /\/proc\/nowhere\/a\.csv does not exist/],
    ['a folder', ['clean', '--local', '/tmp'], /is a folder/],
    ['a shell that has no completion', ['completion', 'tcsh'], /Unknown shell "tcsh"\. Use bash, zsh or fish\./],
  ] as const)('%s', async ([, args, complaint]) => {
    const { code, stderr } = await mailsift([...args])
    expect(code).toBe(2)
    expect(stderr).toMatch(complaint)
    expect(stderr.split('\n').length).toBeLessThanOrEqual(2)
  })
})
