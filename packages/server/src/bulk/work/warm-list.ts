// Addresses as lists have them, for warming up: the same number always gives the same address, and neighbours have nothing
// in common. Code is compiled for the branches that it has taken; one that only a real file takes throws the compiled code
// away while the file waits. So every kind of address that lists have is among them, in about the share that lists have.

const GIVEN = words(`
  ada grace jeanluc marie omar priya wolfgang yuki zoe ivan maria tom anna peter laura david sarah michael julia thomas
  sophie daniel emma lucas elena marco giulia pierre camille hans greta jan eva piotr agnieszka joao ana carlos lucia
  mehmet ayse ahmed fatima wei mei hiroshi sakura raj anjali olga dmitri sven ingrid lars astrid kofi amara chloe hugo
  budi siti tiago beatriz luca chiara max lena ben nina`)
const FAMILY = words(`
  lovelace hopper smith garcia mueller novak okafor rossi tanaka vandyk li johnson williams brown jones miller davis
  schmidt schneider fischer weber meyer wagner becker dubois moreau laurent bernard martinez lopez gonzalez fernandez
  bianchi romano ferrari kowalski nowak wisniewski silva santos oliveira yilmaz kaya demir devries bakker jansen visser
  petrov ivanov sokolov andersson johansson hansen larsen patel singh kumar wang chen kim park nguyen wijaya santoso`)
const FUNCTIONS = words('info sales support contact admin office billing jobs press noreply no-reply newsletter hr')
const LABELS = words('news shop spam work newsletter 2024 amazon')
const PROVIDERS = words('gmail.com yahoo.com hotmail.com outlook.com icloud.com gmx.de mail.ru aol.com web.de qq.com')
const THROW_AWAY = words(`
  mailinator.com guerrillamail.com yopmail.com trashmail.de 10minutemail.com sharklasers.com temp-mail.org maildrop.cc
  dispostable.com getnada.com mohmal.com tempail.com moakt.com spam4.me grr.la mailnesia.com mytemp.email einrot.com`)
const TRADES = words('trade media group consulting foods tech bau services verlag energy design software partners')
const ENDINGS = words(
  'com com com com de co.uk fr es it nl pl com.br net org io eu edu gov ac.uk co.jp com.au ch at ru',
)
const OTHERS = [
  ...['john.smith', 'john@', '@contoso.com', 'john@@contoso.com', 'john smith@contoso.com', 'john..smith@contoso.com'],
  ...[
    'john@-contoso.com',
    '.john@contoso.com',
    'john@exa_mple.com',
    'john@[127.0.0.1]',
    'john@contoso.',
    'n/a',
    '-',
    '',
  ],
  ...[
    'jürgen.müller@contoso.com',
    'françois@contoso.com',
    'иван.петров@contoso.com',
    '田中@contoso.com',
    'łukasz@wp.pl',
  ],
  ...[
    'ann@müller.de',
    'ivan@почта.рф',
    'ann@xn--mller-kva.de',
    'ann@аррӏе.com',
    'x7k2q9@localhost',
    'john@example.org',
  ],
  ...[
    'john@gmial.com',
    'john@hotmial.com',
    'john@users.noreply.github.com',
    'john@company.invalidtld',
    '"john s"@contoso.com',
  ],
  ...[
    'xkqzvbnw@gmail.com',
    'asdfgh@contoso.com',
    'a8f3k2m9x1@contoso.com',
    'aaaaaaa@contoso.com',
    '1234567@contoso.com',
  ],
  ...[
    'sales.emea@contoso.com',
    'thesalesteam@contoso.com',
    'john.smith-jones@student.uni-koeln.de',
    'js@contoso.github.io',
  ],
]

export function sampleAddress(number: number): string {
  const pick = chooser(number)
  const share = pick.below(100)
  const local = pick.below(10) === 0 ? capitalized(personalLocal(pick)) : personalLocal(pick)
  if (share < 42) return `${local}@${pick.of(PROVIDERS)}`
  if (share < 80) return `${local}@${company(pick)}`
  if (share < 85) return `${local}@${pick.of(THROW_AWAY)}`
  if (share < 88) return `${pick.of(FUNCTIONS)}@${company(pick)}`
  if (share < 91) return `${local}+${pick.of(LABELS)}@${pick.of(PROVIDERS)}`
  return pick.of(OTHERS)
}

type Chooser = { below(limit: number): number; of<Item>(items: readonly Item[]): Item }

function personalLocal(pick: Chooser): string {
  const [given, family] = [pick.of(GIVEN), pick.of(FAMILY)]
  const numbers = ['', '', '', '', String(pick.below(100)), String(1950 + pick.below(60))]
  const forms = [
    ...[`${given}.${family}`, `${given}.${family}`, `${given}${family}`, `${given}_${family}`, `${given}-${family}`],
    ...[`${given[0]}.${family}`, `${given[0]}${family}`, given, family, `${family}.${given}`, `${given}.${family[0]}`],
    `${given}.${pick.of(FAMILY)}.${family}`,
  ]
  return pick.of(forms) + pick.of(numbers)
}

function company(pick: Chooser): string {
  const below = pick.below(20) === 0 ? 'mail.' : ''
  const trade = pick.below(3) === 0 ? '' : `${pick.below(2) === 0 ? '-' : ''}${pick.of(TRADES)}`
  return `${below}${pick.of(FAMILY)}${trade}${pick.below(4) === 0 ? pick.below(400) : ''}.${pick.of(ENDINGS)}`
}

function capitalized(text: string): string {
  return text.replace(/^./, (letter) => letter.toUpperCase())
}

/** A hash of the number, and of it again for each further choice. */
function chooser(number: number): Chooser {
  let state = number
  const below = (limit: number) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b1
    return ((state ^ (state >>> 13)) >>> 0) % limit
  }
  return { below, of: (items) => items[below(items.length)]! }
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
