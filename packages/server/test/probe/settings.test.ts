import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'

const IDENTITY = {
  PROBE: 'on',
  PROBE_HELO: 'Probe.Example.com',
  PROBE_SENDER: 'postmaster@example.com',
  PROBE_ADDRESS: '8.8.4.4',
}

test('probes are off unless they are turned on', () => {
  expect(readConfig({}).probe).toBe(false)
})

test('the service does not start with half of the identity of probes', () => {
  expect(readConfig(IDENTITY)).toMatchObject({ probe: true, probeHelo: 'probe.example.com' })
  for (const name of ['PROBE_HELO', 'PROBE_SENDER', 'PROBE_ADDRESS'])
    expect(() => readConfig({ ...IDENTITY, [name]: '' })).toThrow(`PROBE=on requires ${name}`)
})

test.each([
  ['PROBE_HELO', 'localhost', 'must be a full host name'],
  ['PROBE_HELO', '8.8.4.4', 'must be a full host name'],
  ['PROBE_SENDER', 'postmaster', 'must be an email address'],
  ['PROBE_SENDER', 'a b@example.com', 'must be an email address'],
  ['PROBE_ADDRESS', '10.0.0.1', 'must be a public IPv4 or IPv6 address'],
  ['PROBE_ADDRESS', 'probe.example.com', 'must be a public IPv4 or IPv6 address'],
  ['PROBE_PROXY', 'http://proxy.test', 'must be a URL that starts with socks5://'],
])('%s=%s is refused', (name, value, problem) => {
  expect(() => readConfig({ ...IDENTITY, [name]: value })).toThrow(`${name} ${problem}`)
})
