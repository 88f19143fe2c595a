// Compiles known misspellings of large providers' domains.
import { editCost } from '../src/domain/suggest/edit-cost.ts'
import { sharesStart } from '../src/domain/suggest/suggest.ts'

/**
 * The domains that suggestions offer, larger ones first. Typos of the first ones are so frequent that other people
 * register them.
 */
export const MOST_MISSPELLED =
  'gmail.com hotmail.com yahoo.com outlook.com icloud.com googlemail.com protonmail.com'.split(' ')

/** Typos known from registrations and bounce logs of every large sender that no single rule covers. */
const KNOWN: Readonly<Record<string, string>> = {
  'gmail.com': `
    gmial.com gamil.com gmai.com gmal.com gmil.com gmali.com gmaill.com ggmail.com gmaul.com gnail.com gmsil.com gmaik.com
    gmaol.com gmqil.com gmaio.com gmailc.om gmail.co gmail.cm gmail.om gmail.con gmail.cmo gmail.comm gmail.coom gmail.vom
    gmail.xom gmail.cim gmail.ocm gmail.net gmail.org gmaol.co gmaul.co gimail.com gemail.com gmaile.com gmailcom.com
    egmail.com gmail.com.br gmail.co.uk gmail.de gmail.fr gmail.es gmail.it gmail.ru gmail.in gmail.co.in
  `,
  'hotmail.com': `
    hotmial.com hotmai.com hotmal.com hotmil.com hotamil.com hotmali.com hotmaill.com homail.com htmail.com hotail.com
    hotnail.com hotmsil.com hitmail.com hormail.com hoymail.com hotmail.co hotmail.cm hotmail.om hotmail.con hotmail.cmo
    hotmail.comm hotmail.net hotmaii.com hotmaul.com hptmail.com
  `,
  'yahoo.com': `
    yaho.com yahooo.com yhaoo.com yaoo.com yhoo.com yahho.com yahou.com ayhoo.com yahoo.co yahoo.cm yahoo.om yahoo.con
    yahoo.cmo yahoo.comm yajoo.com yagoo.com yshoo.com yahpp.com
  `,
  'outlook.com':
    'outlok.com outloook.com outloo.com oulook.com outlook.co outlook.cm outlook.con outllook.com outlool.com otulook.com',
  'icloud.com':
    'iclod.com icould.com icoud.com iclould.com icloud.co icloud.cm icloud.con icloud.om iclud.com icluod.com',
  'orange.fr': 'orang.fr',
  'yahoo.com.br': 'yahoo.com.bt',
  'aol.com': 'aol.co aol.con aol.cm aol.om',
  'protonmail.com': 'protonmial.com protonmail.co protonmail.con',
}

/** One typo in the name: typosquatters register these domains, so accepting mail proves nothing. */
const ONE_SLIP = 1

/** Misspelling → intended domain. Lists of disposable domains contain many of them: they exist but are never intended. */
export function compileTypos(listed: Iterable<string>): Map<string, string> {
  const typos = new Map<string, string>()
  for (const domain of listed) {
    const target = MOST_MISSPELLED.find((meant) => isOneSlip(domain, meant))
    if (target !== undefined) typos.set(domain, target)
  }
  for (const [meant, slips] of Object.entries(KNOWN)) {
    for (const slip of slips.trim().split(/\s+/)) typos.set(slip, meant)
  }
  return typos
}

function isOneSlip(domain: string, meant: string): boolean {
  const [name, ending] = [domain.slice(0, domain.indexOf('.')), domain.slice(domain.indexOf('.') + 1)]
  if (ending !== 'com') return false
  const meantName = meant.slice(0, meant.indexOf('.'))
  const cost = editCost(name, meantName, ONE_SLIP)
  return cost > 0 && cost <= ONE_SLIP && sharesStart(name, meantName) && !/\d/.test(name)
}
