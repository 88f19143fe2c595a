// Sites as content systems, builders, marketplaces and old editors write them. The last set: written together with that of the
// frameworks, measured only after the rules had been changed. All of them are made up.
import { jsonLd } from '../website.ts'
import { about, foot, og, org, type SiteOfKind, sitesOf, title } from './site-of-kind.ts'

const yoast = (domain: string, name: string, type = 'Organization') =>
  jsonLd({
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'WebPage', '@id': `https://${domain}/`, name },
      { '@type': 'WebSite', '@id': `https://${domain}/#website`, url: `https://${domain}/`, name },
      { '@type': type, '@id': `https://${domain}/#organization`, name, url: `https://${domain}/` },
    ],
  })

export const SYSTEM_SITES: readonly SiteOfKind[] = [
  ...sitesOf('several places', [
    [
      'a graph of a plugin with the page name first',
      'steinmetz-ahlers.de',
      ['Steinmetz Ahlers', 'Steinmetzbetrieb Ahlers'],
      title('Startseite - Steinmetz Ahlers') +
        og('Steinmetz Ahlers') +
        yoast('steinmetz-ahlers.de', 'Steinmetz Ahlers'),
    ],
    [
      'a person behind a plugin',
      'lenakoch-fotografie.de',
      ['Lena Koch Fotografie', 'Lena Koch'],
      title('Lena Koch Fotografie') +
        jsonLd({
          '@graph': [{ '@type': ['Person', 'Organization'], name: 'admin', url: 'https://lenakoch-fotografie.de/' }],
        }) +
        og('Lena Koch Fotografie'),
    ],
    [
      'a sports club of letters',
      'tsv-eintracht-belm.de',
      ['TSV Eintracht Belm', 'TSV Eintracht Belm e.V.', 'TSV Eintracht Belm 1922 e.V.'],
      title('TSV Eintracht Belm 1922 e.V.') + og('TSV Eintracht Belm'),
    ],
    [
      'a parish',
      'pfarrei-st-bonifaz.ch',
      ['Pfarrei St. Bonifaz', 'Pfarrei St. Bonifaz Zug'],
      title('Pfarrei St. Bonifaz - Aktuell'),
      foot('© Pfarrei St. Bonifaz'),
    ],
    [
      'a school of letters',
      'iespuertasol.es',
      ['IES Puerta Sol', 'IES Puertasol'],
      title('IES Puerta Sol – Instituto de Educación Secundaria'),
    ],
    [
      'a union of farmers',
      'coopagricolavaldasta.it',
      ['Cooperativa Agricola Valdasta', 'Coop Agricola Valdasta', 'Cooperativa Agricola Valdasta s.c.a.'],
      title('Cooperativa Agricola Valdasta s.c.a.') + og('Cooperativa Agricola Valdasta'),
    ],
  ]),
  ...sitesOf('no owner', [
    [
      'a name at auction in Japanese',
      'hanamiro.jp',
      '',
      title('hanamiro.jp') + about('このドメインはお名前.comから取得されました。'),
      '<p>お名前.com は GMOインターネットグループ（株）が運営する国内シェアNo.1のドメイン登録サービスです。</p>',
    ],
    [
      'a hosting default in Polish',
      'mebletrend.pl',
      '',
      title('Domena mebletrend.pl jest utrzymywana na serwerach'),
      '<p>Strona w budowie</p>',
    ],
    ['a directory of a web server', 'files-kessel.com', '', title('Index of /')],
    [
      'a login page of an appliance',
      'vpn-castello.it',
      '',
      title('SSL VPN Service') + '<meta name="application-name" content="FortiGate">',
      '<form>Username Password</form>',
    ],
    ['a webmail', 'posta-rivabella.it', '', title('Roundcube Webmail :: Benvenuto in Roundcube Webmail')],
    [
      'a shop that is closed by a password',
      'oakandember.shop',
      ['Oak and Ember', 'Oak & Ember'],
      title('Oak &amp; Ember – Opening Soon') + og('Oak & Ember'),
    ],
    [
      'a domain with the ads of a parking service',
      'cheapflightz.net',
      '',
      title('cheapflightz.net - cheapflightz Resources and Information.') +
        about('cheapflightz.net is your first and best source for all of the information you’re looking for.'),
    ],
    [
      'a casino on an abandoned club',
      'tennisclub-moorhof.de',
      '',
      title('Online Casino Bonus 2026 – die besten Anbieter') + og('tennisclub-moorhof.de'),
    ],
    [
      'a certificate portal of a broker',
      'finestname.com',
      '',
      title('FinestName.com is for sale | HugeDomains'),
      '<p>Take immediate ownership. 30-day money back guarantee.</p>',
    ],
    [
      'a suspended account',
      'brightlaundry.co.za',
      '',
      title('Account Suspended'),
      '<p>This Account has been suspended. Contact your hosting provider for more information.</p>',
    ],
    [
      'a redirect page with nothing else',
      'go-tarn.com',
      '',
      title('Redirecting...'),
      '<p>Please wait while we redirect you.</p>',
    ],
    ['an API', 'api-polaris.dev', '', title('Swagger UI'), '<p>Polaris API 1.4.0 OAS 3.0</p>'],
  ]),
  ...sitesOf('tagline', [
    [
      'a stated name with the town behind a dash',
      'zahnarzt-wiegand.de',
      ['Zahnarztpraxis Dr. Wiegand', 'Zahnarzt Dr. Wiegand', 'Dr. Wiegand', 'Zahnarztpraxis Dr. Wiegand - Kassel'],
      title('Zahnarzt in Kassel - Dr. Wiegand') +
        org({ name: 'Zahnarztpraxis Dr. Wiegand - Kassel', url: 'https://zahnarzt-wiegand.de/' }, 'Dentist'),
    ],
    [
      'a builder with a slogan in the site name',
      'keukenhuisderuyter.nl',
      ['Keukenhuis De Ruyter'],
      title('Keukenhuis De Ruyter | Keukens op maat') + og('Keukenhuis De Ruyter | Keukens op maat'),
    ],
    [
      'a slogan only',
      'tschernig.at',
      ['Tschernig', 'Tschernig GmbH'],
      title('Wir bauen Zukunft.') + og('Wir bauen Zukunft.'),
      foot('© Tschernig GmbH'),
    ],
    [
      'a two-line name with a line break',
      'atelier-roussel.fr',
      ['Atelier Roussel'],
      '<title>Atelier Roussel\n      | Ébéniste à Nantes</title>',
    ],
    [
      'the domain as the site name',
      'flottelotte.com',
      ['FlotteLotte.com', 'flottelotte.com', 'Flotte Lotte', 'FlotteLotte'],
      title('Flotte Lotte – Mode für Kinder') + og('flottelotte.com'),
    ],
  ]),
  ...sitesOf('other scripts', [
    [
      'a Japanese company with its Latin name',
      'kawanoseiko.co.jp',
      ['川野精工株式会社', '株式会社川野精工', 'Kawano Seiko', 'KAWANO SEIKO'],
      title('川野精工株式会社｜精密部品加工'),
      foot('Copyright © KAWANO SEIKO Co., Ltd. All Rights Reserved.').replace('KAWANO SEIKO Co., Ltd', 'KAWANO SEIKO'),
    ],
    [
      'a Chinese firm with its town',
      'hengxinvalve.com',
      ['恒信阀门', '恒信阀门有限公司', '温州恒信阀门有限公司', 'Hengxin Valve'],
      title('温州恒信阀门有限公司_球阀_蝶阀_厂家直销') + about('温州恒信阀门有限公司专业生产球阀、蝶阀。'),
      foot('版权所有：温州恒信阀门有限公司 浙ICP备00000000号-1'),
    ],
    [
      'a Korean shop',
      'moonbaker.kr',
      ['문베이커', '문베이커리', 'Moonbaker', 'Moon Baker', 'MOON BAKER'],
      title('문베이커리 - 수제빵 전문점') + og('문베이커리'),
      foot('상호: 문베이커리 | 대표: 김○○ | Copyright © MOON BAKER. All rights reserved.'),
    ],
    [
      'a Russian firm',
      'severstroy.ru',
      ['СеверСтрой', 'ООО «СеверСтрой»', 'ООО "СеверСтрой"', 'Северстрой'],
      title('СеверСтрой — строительство домов в Вологде') + og('СеверСтрой'),
      foot('© 2012–2026 ООО «СеверСтрой»'),
    ],
    [
      'a Greek hotel',
      'aigaionhotel.gr',
      ['Aigaion Hotel', 'Ξενοδοχείο Αιγαίον'],
      title('Ξενοδοχείο Αιγαίον | Aigaion Hotel Νάξος') +
        org({ name: 'Aigaion Hotel', url: 'https://www.aigaionhotel.gr' }, 'Hotel'),
    ],
    [
      'an Arabic company',
      'noorsteel.sa',
      ['نور للحديد', 'Noor Steel', 'شركة نور للحديد'],
      title('شركة نور للحديد | Noor Steel') + og('Noor Steel'),
    ],
    [
      'a Thai clinic',
      'baanfunclinic.com',
      ['บ้านฟันคลินิก', 'Baan Fun Clinic', 'BaanFun Clinic'],
      title('บ้านฟันคลินิก Baan Fun Clinic ทำฟันเชียงใหม่') + og('Baan Fun Clinic'),
    ],
  ]),
  ...sitesOf('footer', [
    [
      'an entity and a trade name',
      'greenharbor.org',
      ['Green Harbor', 'Green Harbor Foundation'],
      title('Green Harbor') + og('Green Harbor'),
      foot('© 2026 Green Harbor Foundation. A 501(c)(3) organization.'),
    ],
    [
      'an address behind the name',
      'tischlerei-boehnke.de',
      ['Tischlerei Böhnke', 'Tischlerei Böhnke GmbH & Co. KG'],
      title('Möbel nach Maß'),
      foot('© Tischlerei Böhnke GmbH &amp; Co. KG, Hafenstr. 4, 26122 Oldenburg'),
    ],
    [
      'a law firm with partners',
      'bkr-rechtsanwaelte.de',
      ['BKR Rechtsanwälte', 'Bauer Köhler Reiche Rechtsanwälte', 'BKR Rechtsanwälte PartG mbB'],
      title('BKR Rechtsanwälte PartG mbB | Arbeitsrecht'),
      foot('© BKR Rechtsanwälte PartG mbB'),
    ],
    [
      'two companies share a page',
      'ebner-gruppe.at',
      ['Ebner Gruppe'],
      title('Ebner Gruppe'),
      foot('© Ebner Bau GmbH und Ebner Haustechnik GmbH'),
    ],
    [
      'a franchise',
      'autoglas-peters.de',
      ['Autoglas Peters', 'Autoglas Peters GmbH'],
      title('Carglass-Partner | Autoglas Peters GmbH'),
      foot('© Autoglas Peters GmbH. Carglass® ist eine eingetragene Marke.'),
    ],
    [
      'a theme credit behind the owner',
      'brookfieldchoir.org.uk',
      ['Brookfield Choir', 'Brookfield Community Choir'],
      title('Brookfield Community Choir'),
      foot('Brookfield Community Choir | Theme: Astra by Brainstorm Force'),
    ],
    [
      'the platform signs',
      'crossfit-nordkurve.de',
      ['CrossFit Nordkurve'],
      title('CrossFit Nordkurve | Hamburg') + og('CrossFit Nordkurve'),
      foot('© 2026 Eversports GmbH'),
    ],
  ]),
  ...sitesOf('branches', [
    [
      'a dealer and the brand it sells',
      'autohaus-fink.de',
      ['Autohaus Fink', 'Autohaus Fink GmbH'],
      title('Autohaus Fink GmbH – Ihr Škoda Partner') +
        org({ name: 'ŠKODA', url: 'https://autohaus-fink.de/' }, 'AutoDealer') +
        og('Autohaus Fink'),
    ],
    [
      'a hotel in a chain',
      'hotelaltmarkt.de',
      ['Hotel Altmarkt', 'Hotel am Altmarkt'],
      title('Hotel am Altmarkt – Best Choice Hotels') +
        jsonLd({
          '@type': 'Hotel',
          name: 'Hotel am Altmarkt',
          url: 'https://hotelaltmarkt.de/',
          parentOrganization: { '@type': 'Organization', name: 'Best Choice Hotels' },
        }),
    ],
    [
      'a news site and its publisher',
      'talbote.ch',
      ['Talbote', 'Der Talbote'],
      title('Talbote – Nachrichten aus der Region') +
        jsonLd({ '@type': 'NewsArticle', publisher: { '@type': 'Organization', name: 'Südmedien AG' } }) +
        og('Talbote'),
      foot('© Südmedien AG'),
    ],
    [
      'a customer quoted on the page',
      'stackpilot.io',
      ['StackPilot', 'Stackpilot'],
      title('StackPilot – Ship faster'),
      '<img alt="Contoso logo"><img alt="Fabrikam logo"><p>“StackPilot saved us weeks.” – Contoso Ltd</p>' +
        foot('© StackPilot Inc.'),
    ],
  ]),
]
