// Sites written after the first ones had been measured and the rules fixed, and before the fixed rules had seen them. All of
// them are made up.
import { jsonLd, page } from '../website.ts'
import type { UnseenSite } from './unseen-site.ts'

const site = (what: string, domain: string, names: string[], head: string, body = ''): UnseenSite => ({
  what,
  domain,
  names,
  web: { [`${domain}/`]: page(head, body) },
})
const og = (name: string) => `<meta property="og:site_name" content="${name}">`
const organisation = (type: string, members: object) =>
  jsonLd({ '@context': 'https://schema.org', '@type': type, ...members })

export const LATER_SITES: readonly UnseenSite[] = [
  site(
    'a notary whose title begins with the town',
    'notariat-huber.at',
    ['Notariat Huber'],
    '<title>Graz · Notariat Huber</title><meta name="description" content="Notariat Huber in Graz">',
    '<footer>Notariat Huber, Hauptplatz 1</footer>',
  ),
  site(
    'a bank with a login in its title',
    'fjordbanken.no',
    ['Fjordbanken'],
    `<title>Logg inn | Fjordbanken</title>${og('Fjordbanken')}`,
    '<footer>Fjordbanken ASA, org.nr. 900000000</footer>',
  ),
  site(
    'a Portuguese bakery in Brazil',
    'padariasaojorge.com.br',
    ['Padaria São Jorge'],
    '<title>Padaria São Jorge - Pães artesanais em Curitiba</title>',
    '<footer>© 2026 Padaria São Jorge. Todos os direitos reservados.</footer>',
  ),
  site(
    'a Ukrainian mill',
    'mlyn-poltava.com.ua',
    ['Млин Полтава', 'ТОВ «Млин Полтава»'],
    `<title>Млин Полтава — борошно оптом</title>${og('Млин Полтава')}`,
    '<footer>© ТОВ «Млин Полтава» 2026. Всі права захищені</footer>',
  ),
  site(
    'a Taiwanese maker',
    'yongshunbike.com.tw',
    ['永順自行車股份有限公司', '永順自行車'],
    '<title>永順自行車股份有限公司｜自行車零件製造</title>',
    '<footer>Copyright © 永順自行車股份有限公司. All Rights Reserved.</footer>',
  ),
  site(
    'an app with its name spelled in the domain',
    'useorchard.io',
    ['Orchard'],
    `<title>Orchard — Inventory for growers</title>${og('Orchard')}`,
    '<footer>© Orchard Software GmbH</footer>',
  ),
  site(
    'a group of firms with subsidiaries in its data',
    'kellermann-gruppe.de',
    ['Kellermann Gruppe'],
    `<title>Kellermann Gruppe | Logistik</title>${organisation('Corporation', {
      name: 'Kellermann Gruppe',
      url: 'https://www.kellermann-gruppe.de/',
      subOrganization: [
        { '@type': 'Organization', name: 'Kellermann Spedition GmbH' },
        { '@type': 'Organization', name: 'Kellermann Lager GmbH' },
      ],
    })}`,
  ),
  site(
    'a store with a review of another brand',
    'peakandpine.com',
    ['Peak & Pine'],
    `<title>Peak &amp; Pine | Outdoor gear</title>${og('Peak &amp; Pine')}${jsonLd({ '@context': 'https://schema.org', '@type': 'Product', name: 'Alder tent', brand: { '@type': 'Brand', name: 'Norrtent' }, review: { '@type': 'Review', author: { '@type': 'Organization', name: 'Tent Weekly' } } })}`,
  ),
  site(
    'a school named by its logo',
    'stmargaretsrye.sch.uk',
    ["St Margaret's School Rye", "St Margaret's School, Rye", "St Margaret's Rye"],
    "<title>Home - St Margaret's School, Rye</title>",
    '<header><img class="site-logo" alt="St Margaret\'s School, Rye"></header>',
  ),
  site(
    'a Finnish engineering office',
    'insinooritoimistolehto.fi',
    ['Insinööritoimisto Lehto', 'Insinööritoimisto Lehto Oy'],
    '<title>Etusivu - Insinööritoimisto Lehto Oy</title>',
    '<footer>© Insinööritoimisto Lehto Oy 2026</footer>',
  ),
  site(
    'a Romanian winery with the name in structured data without url',
    'cramadealului.ro',
    ['Crama Dealului'],
    `<title>Vinuri din Dealu Mare</title>${organisation('Winery', { name: 'Crama Dealului', telephone: '+40 000' })}`,
    '<footer>Crama Dealului SRL</footer>',
  ),
  site(
    'an Indian firm that writes out Private Limited',
    'shaktivalves.in',
    ['Shakti Valves', 'Shakti Valves Private Limited', 'Shakti Valves Pvt. Ltd.'],
    '<title>Shakti Valves Pvt. Ltd. | Industrial valve manufacturer</title>',
    '<footer>Copyright © 2026 Shakti Valves Private Limited. All Rights Reserved.</footer>',
  ),
  site(
    'a name with a number',
    'studio54north.com',
    ['Studio 54 North'],
    `<title>Studio 54 North – Architecture</title>${og('Studio 54 North')}`,
  ),
  site(
    'a Dutch practice with its trade first',
    'fysiovandijk.nl',
    ['Fysio van Dijk', 'Fysiotherapie van Dijk'],
    '<title>Fysiotherapie van Dijk - Utrecht</title>',
    '<footer>© Fysiotherapie van Dijk</footer>',
  ),
  site(
    'an Arabic firm whose data is Latin',
    'sahraconstruction.sa',
    ['Sahra Construction', 'شركة صحراء للمقاولات'],
    `<title>شركة صحراء للمقاولات</title>${organisation('GeneralContractor', { name: 'Sahra Construction', url: 'https://sahraconstruction.sa' })}`,
  ),
  site(
    'a domain offered by its owner',
    'larkmoor.com',
    [],
    '<title>larkmoor.com</title>',
    '<p>larkmoor.com may be for sale. Contact the owner.</p>',
  ),
  site(
    'a page of a hoster in Dutch',
    'bakkerijdemolen.nl',
    [],
    '<title>Domein gereserveerd</title>',
    '<p>Deze domeinnaam is geregistreerd door een klant van Hostingpunt.</p>',
  ),
  site(
    'a page of a hoster in Spanish',
    'ferreteriaolmos.es',
    [],
    '<title>Página en construcción</title>',
    '<p>Dominio registrado. Página en construcción.</p>',
  ),
  site(
    'a mail server',
    'ostwind-consulting.de',
    [],
    `<title>mailcow UI</title>${og('mailcow UI')}`,
    '<form><input type="password"></form>',
  ),
  site(
    'a router',
    'hillcrestdental.net',
    [],
    '<title>RouterOS router configuration page</title>',
    '<p>You have connected to a router.</p>',
  ),
  site('a theme of a shop system', 'nordbrise-shop.de', [], `<title>Demoshop</title>${og('Demoshop')}`, ''),
  site(
    'a template in French',
    'menuiserie-carlin.fr',
    [],
    `<title>Accueil | Nom de votre entreprise</title>${og('Nom de votre entreprise')}`,
    '',
  ),
  site(
    'a casino on the domain of a club',
    'ruderclub-elbe.de',
    [],
    `<title>Online Casino Bonus ohne Einzahlung – SpinKing</title>${og('SpinKing')}`,
    '<footer>© SpinKing</footer>',
  ),
  site(
    'a slogan and a town',
    'hartwig-bau.de',
    [],
    '<title>Ihr Partner am Bau in Soest</title>',
    '<h1>Qualität seit 1970</h1>',
  ),
  site(
    'a page in scripts alone',
    'copperlinehq.com',
    [],
    '<title></title>',
    '<div id="app"></div><script>boot()</script>',
  ),
  site(
    'a question for the age',
    'oldvinecellars.com',
    [],
    '<title>Age verification</title>',
    '<p>Are you of legal drinking age?</p><button>Yes</button>',
  ),
  site(
    'a choice of languages',
    'transglobe-gmbh.com',
    [],
    '<title>Please choose your language</title>',
    '<a href="/de">Deutsch</a><a href="/en">English</a>',
  ),
  site(
    'an expired domain',
    'meadowlane-vet.com',
    [],
    '<title>meadowlane-vet.com - expired</title>',
    '<p>This domain has expired. If you owned it, renew it now.</p>',
  ),
]
