// Pages on which companies show their people, each with the address of a contact and the name that the page ties to it:
// undefined where it ties none. All of them are made up.
import { jsonLd } from './website.ts'

export type PersonShape = { what: string; body: string; address: string; name: string | undefined }

const at = (local: string) => `${local}@granitevale.com`
const mail = (local: string, label = 'E-mail') => `<a href="mailto:${at(local)}">${label}</a>`

export const PEOPLE_SHAPES: readonly PersonShape[] = [
  {
    what: 'a card',
    body: `<h3>Jane Doe</h3><p>Head of Sales</p>${mail('jane.doe')}`,
    address: at('jane.doe'),
    name: 'Jane Doe',
  },
  {
    what: 'a card with the address first',
    body: `${mail('anna.berg')}<b>Anna Berg</b>`,
    address: at('anna.berg'),
    name: 'Anna Berg',
  },
  {
    what: 'an initial and the last name',
    body: `<td>Omar Haddad</td><td>Logistics</td><td>${mail('ohaddad')}</td>`,
    address: at('ohaddad'),
    name: 'Omar Haddad',
  },
  {
    what: 'the last name alone',
    body: `<strong>Petra Lindner</strong> ${mail('lindner')}`,
    address: at('lindner'),
    name: 'Petra Lindner',
  },
  {
    what: 'an umlaut spelled out',
    body: `<h4>Jürgen Größer</h4>${mail('juergen.groesser')}`,
    address: at('juergen.groesser'),
    name: 'Jürgen Größer',
  },
  {
    what: 'a name as the text of the link',
    body: mail('mei.tanaka', 'Mei Tanaka'),
    address: at('mei.tanaka'),
    name: 'Mei Tanaka',
  },
  {
    what: 'JSON-LD',
    body: jsonLd({ '@type': 'Person', name: 'Ruth Okafor', email: at('ruth') }),
    address: at('ruth'),
    name: 'Ruth Okafor',
  },
  {
    what: 'two cards side by side',
    body: `<h3>Ida Moe</h3>${mail('ida.moe')}<h3>Lars Vik</h3>${mail('lars.vik')}`,
    address: at('lars.vik'),
    name: 'Lars Vik',
  },
  {
    what: "a colleague's name beside an address",
    body: `<h3>Jane Doe</h3>${mail('peter.novak')}`,
    address: at('peter.novak'),
    name: undefined,
  },
  {
    what: 'the address of a department',
    body: `<h3>Customer Service</h3>${mail('north.desk')}`,
    address: at('north.desk'),
    name: undefined,
  },
  {
    what: 'a name without its address',
    body: '<h3>Jane Doe</h3><p>Head of Sales</p>',
    address: at('jane.doe'),
    name: undefined,
  },
  {
    what: 'an address in a text',
    body: '<p>Jane Doe: jane.doe@granitevale.com</p>',
    address: at('jane.doe'),
    name: undefined,
  },
]
