// Everything that enrichment sends, byte by byte, for contacts whom all sources know.
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { safeAddress, save } from '../contacts/safe-address.ts'
import { page } from '../stand-ins/website.ts'
import { BUSINESS, HUMAN, type TestItem } from '../stand-ins/wikidata.ts'
import { HOME, start } from './enriching.ts'

/** The head is named by the company's item; the engineer only states her employer. */
const COMPANY: TestItem = {
  id: 'Q100',
  label: 'Acme Rockets, Inc.',
  claims: { P31: [BUSINESS], P856: ['https://acme-rockets.com/'], P169: [{ item: 'Q500' }] },
}
const HEAD: TestItem = { id: 'Q500', label: 'Jane Doe', claims: { P31: [HUMAN] } }
const ENGINEER: TestItem = { id: 'Q501', label: 'Maria Lopez', claims: { P31: [HUMAN], P108: [{ item: 'Q100' }] } }
const TEAM = '<a href="/team">Team</a><a href="mailto:maria.lopez@acme-rockets.com">Maria Lopez</a>'

async function enrich(searchesByName: boolean) {
  const web = {
    [HOME]: page('<title>Acme Rockets</title>', TEAM),
    'acme-rockets.com/team': page('<title>Team</title>', '<p>Jane Doe</p>'),
  }
  const started = await start({ web, items: [COMPANY, HEAD, ENGINEER], options: { searchesByName } })
  const { db, user, run, read, internet } = started
  const names = ['jane.doe', 'maria.lopez', 'john.smith', 'wei.zhang']
  await save(
    db,
    names.map((name) => safeAddress(user, `${name}@acme-rockets.com`)),
  )
  await run()
  // Query strings and forms carry the same letters in another spelling.
  const sent = internet.sent().replaceAll(`\r\nuser-agent: Mailsift/0.1 (+mailto:operator@mailsift.test)`, '')
  const readable = `${sent}\n${decodeURIComponent(sent.replaceAll('+', ' ').replace(/%(?![0-9a-f]{2})/gi, '%25'))}`
  const contacts = new Map((await read()).map((contact) => [contact.email.split('@')[0], contact.enrichment]))
  return { sent: readable.toLowerCase(), contacts, asked: internet.asked }
}

const PERSONS_NAME = /jane|doe|maria|lopez|john|smith|wei\b|zhang/

test('by default, no address and no name of a person is sent, and people of the company item are still found', async () => {
  const { sent, contacts, asked } = await enrich(readConfig({}).wikidataNameSearch)
  expect(asked).toEqual(expect.arrayContaining([HOME, 'acme-rockets.com/team', 'www.wikidata.org/w/api.php']))
  expect(sent).not.toMatch(/@|mailto/)
  expect(sent).not.toMatch(PERSONS_NAME)
  expect(contacts.get('jane.doe')).toMatchObject({
    person: { name: 'Jane Doe', jobTitle: 'chief executive officer' },
    sources: { wikidata_person: { status: 'matched' } },
  })
  expect(contacts.get('maria.lopez')).toMatchObject({
    sources: { website: { status: 'matched' }, wikidata_person: { status: 'skipped' } },
  })
})

test('with WIKIDATA_NAME_SEARCH=on, first and last names go to Wikidata, and still no address goes anywhere', async () => {
  const { sent, contacts } = await enrich(readConfig({ WIKIDATA_NAME_SEARCH: 'on' }).wikidataNameSearch)
  expect(sent).toMatch(/srsearch=maria lopez/)
  expect(sent).not.toMatch(/@|mailto/)
  expect(contacts.get('maria.lopez')).toMatchObject({ sources: { wikidata_person: { status: 'matched' } } })
})
