// npm run quality:enrichment: what the sources of enrichment say about made-up sites, people and items whose owners are known,
// as a table of right, wrong and missed; none is where no name is right. The sites are served on loopback.
import { readPage } from '../src/enrichment/website/page.ts'
import { createWikidataApi } from '../src/enrichment/wikidata/api.ts'
import { askWikidataForCompany, askWikidataForPerson } from '../src/enrichment/wikidata/wikidata.ts'
import { askSites, type Case } from '../test/enrichment/ask-sites.ts'
import { PEOPLE_SHAPES } from '../test/stand-ins/people-shapes.ts'
import { REACHED_SITES } from '../test/stand-ins/reached-sites.ts'
import { readSites } from '../test/stand-ins/sites.ts'
import { openWeb, page } from '../test/stand-ins/website.ts'
import { WIKIDATA_API, wikidata } from '../test/stand-ins/wikidata.ts'
import { COMPANY_CASES, PERSON_CASES } from '../test/stand-ins/wikidata-cases.ts'
import { COMPANY_SHAPES, PERSON_SHAPES } from '../test/stand-ins/wikidata-shapes.ts'

const clock = { now: Date.now }
function readPeople(): Case[] {
  return PEOPLE_SHAPES.map(({ what, body, address, name }) => {
    const team = { url: 'https://granitevale.com/team', contentType: 'text/html', body: Buffer.from(page('', body)) }
    const found = readPage(team, 'granitevale.com').people.find((one) => one.address === address)
    return { what, expected: name, said: found?.person.name }
  })
}

async function askWikidata(): Promise<[companies: Case[], persons: Case[]]> {
  const [companies, persons]: [Case[], Case[]] = [[], []]
  for (const { what, items, domain, name } of [...COMPANY_SHAPES, ...COMPANY_CASES]) {
    const internet = await openWeb({ [WIKIDATA_API]: wikidata(items).reply })
    const answer = await askWikidataForCompany({ api: createWikidataApi({ fetch: internet.fetch }), clock }, domain)
    await internet.close()
    const facts = answer.known ? answer.facts : undefined
    companies.push({ what, expected: name, said: facts?.status === 'matched' ? facts.company?.name : undefined })
  }
  for (const { what, items, question, name } of [...PERSON_SHAPES, ...PERSON_CASES]) {
    const internet = await openWeb({ [WIKIDATA_API]: wikidata(items).reply })
    const api = createWikidataApi({ fetch: internet.fetch })
    const answer = await askWikidataForPerson({ api, clock, searchesByName: true }, question)
    await internet.close()
    const facts = answer.known ? answer.facts : undefined
    persons.push({ what, expected: name, said: facts?.status === 'matched' ? facts.person?.name : undefined })
  }
  return [companies, persons]
}

const [companies, persons] = await askWikidata()
const sources: Record<string, Case[]> = {
  'website: company': await askSites([...readSites('shapes'), ...REACHED_SITES]),
  'website: unseen': await askSites(readSites('named', 'nameless', 'later-unseen')),
  'website: tuning': await askSites(readSites('tuning')),
  'website: held out': await askSites(readSites('held-out')),
  'website: later': await askSites(readSites('later')),
  'website: frameworks': await askSites(readSites('frameworks')),
  'website: systems': await askSites(readSites('systems')),
  'website: regional': await askSites(readSites('regional')),
  'website: street': await askSites(readSites('street')),
  'website: market': await askSites(readSites('market')),
  'website: harbor': await askSites(readSites('harbor')),
  'website: plaza': await askSites(readSites('plaza')),
  'website: person': readPeople(),
  'wikidata: company': companies,
  'wikidata: person': persons,
}
console.log('source               cases  nameable  right  wrong  missed  none')
let wrong = 0
for (const [source, cases] of Object.entries(sources)) {
  const nameable = cases.filter(({ expected }) => expected !== undefined)
  const right = nameable.filter(({ expected, said }) => expected === said)
  const astray = cases.filter(({ expected, said }) => said !== undefined && said !== expected)
  const missed = nameable.filter(({ said }) => said === undefined)
  const none = cases.filter(({ expected, said }) => expected === undefined && said === undefined)
  const figures = [cases, nameable, right, astray, missed, none].map(({ length }) => String(length))
  console.log(source.padEnd(19), ...figures.map((figure, nth) => figure.padStart([6, 9, 6, 6, 7, 5][nth]!)))
  for (const { what, expected, said } of cases)
    if (said !== expected) console.log(`    ${what}: ${said ?? 'none'} instead of ${expected ?? 'none'}`)
  wrong += astray.length
}
process.exitCode = wrong > 0 ? 1 : 0
