// A fourth set of other heads, written and measured once after the rules had been fixed on the third; docs/measurements.md has the figures
// of that run. All of them are made up.
import { about, foot, og, org, type SiteOfKind, sitesOf, title } from './site-of-kind.ts'

const rating = { '@type': 'AggregateRating', ratingValue: '4.9', reviewCount: '12' }

export const PLAZA_SITES: readonly SiteOfKind[] = [
  ...sitesOf('lander', [
    [
      'a marketplace in two lines',
      'kompasso.com',
      '',
      title('kompasso.com | Domain zu verkaufen') + og('ELITEDOMAINS'),
    ],
    [
      'a lease',
      'bluemarlin.io',
      '',
      title('Lease BlueMarlin.io') + about('Pay monthly. Own it in 24 months. Secure domain leasing.'),
    ],
    ['an availability notice', 'paperkite.co', '', title('PaperKite.co is available!') + og('Squadhelp')],
    [
      'a Danish host',
      'havblik.dk',
      '',
      title('one.com: havblik.dk'),
      '<p>Denne side er under opbygning hos one.com</p>',
    ],
    [
      'an Austrian host',
      'sonnseite.at',
      '',
      title('World4You | Domain sonnseite.at'),
      '<p>Hier entsteht eine neue Internetpräsenz.</p>',
    ],
    ['a Czech one', 'zlatakoruna.cz', '', title('Doména zlatakoruna.cz je na prodej')],
    [
      'a Bulgarian one',
      'zelenapolyana.bg',
      '',
      title('Домейнът zelenapolyana.bg е регистриран'),
      '<p>Паркиран в SuperHosting.BG</p>',
    ],
    ['an Estonian one', 'merekivi.ee', '', title('merekivi.ee - Zone.ee'), '<p>Domeen on registreeritud</p>'],
    ['an Indian one', 'lotuspond.in', '', title('lotuspond.in - BigRock parking page')],
    ['an error of a cloud', 'ordnungsliebe.de', '', title('Attention Required! | Cloudflare')],
    ['a Shopify gate', 'velvetmoth.store', '', title('Opening Soon')],
    ['a webmail', 'mail-hartung.net', '', title('Roundcube Webmail :: Welcome to Roundcube Webmail')],
    ['a router', 'heimnetz-bauer.de', '', title('FRITZ!Box')],
    ['a hacked page', 'sv-grunbach.de', '', title('Hacked by GhostSec')],
  ]),
  ...sitesOf('link page', [
    ['an artist', 'noraflint.com', '', title('Nora Flint - Official Links | Spotify, Bandcamp')],
    ['a restaurant menu', 'trattoria-elba.menu', '', title('Menu | Trattoria Elba') + og('QR Menu')],
  ]),
  ...sitesOf('keywords', [
    ['a scrap dealer', 'schrottabholung-bochum.com', '', title('Schrottabholung Bochum – kostenlos und schnell')],
    ['carpets', 'carpetfittersglasgow.co.uk', '', title('Carpet Fitters Glasgow - Call Today')],
    [
      'pool builders',
      'piscines-montpellier.net',
      '',
      title('Piscines Montpellier | Construction et entretien') + og('Piscines Montpellier'),
    ],
    ['a detective', 'agencia-detectives-madrid.com', '', title('Detectives Madrid | Agencia de Detectives Privados')],
    ['exchange rates', 'wechselkurse-heute.info', '', title('Wechselkurse heute – aktueller Währungsrechner')],
    ['credit cards', 'kreditkarten-ohne-schufa.net', '', title('Kreditkarten ohne Schufa – sofort beantragen')],
    ['Polish towing', 'lawetapoznan24.pl', '', title('Laweta Poznań 24h - pomoc drogowa')],
    ['a recipe farm', 'schnelle-rezepte.org', '', title('Schnelle Rezepte für jeden Tag')],
  ]),
  ...sitesOf('review widget', [
    [
      'a plugin',
      'yogaraum-lind.de',
      ['Yogaraum Lind'],
      title('Yogaraum Lind | Kurse in Marburg') +
        org({ name: 'Site Reviews', url: 'https://yogaraum-lind.de', aggregateRating: rating }),
    ],
    [
      'an agency',
      'brightline-seo.com',
      ['Brightline SEO', 'Brightline'],
      title('Brightline SEO') +
        org(
          { name: 'Brightline SEO', url: 'https://brightline-seo.com', aggregateRating: rating },
          'ProfessionalService',
        ),
    ],
  ]),
  ...sitesOf('branches', [
    [
      'physiotherapists',
      'physio-am-markt.de',
      ['Physio am Markt'],
      title('Physio am Markt – Standorte Jena und Apolda') +
        org({ name: 'Physio am Markt Jena', url: 'https://physio-am-markt.de/' }, 'MedicalBusiness') +
        org({ name: 'Physio am Markt Apolda', url: 'https://physio-am-markt.de/' }, 'MedicalBusiness'),
    ],
    [
      'three hotels of one owner',
      'privathotels-lindau.de',
      ['Privathotels Lindau'],
      title('Privathotels Lindau') +
        org({ name: 'Hotel Seegarten', url: 'https://privathotels-lindau.de/' }, 'Hotel') +
        org({ name: 'Hotel Alte Post', url: 'https://privathotels-lindau.de/' }, 'Hotel'),
    ],
  ]),
  ...sitesOf('copyright line', [
    [
      'a Swiss company',
      'zimmerei-ruckstuhl.ch',
      ['Zimmerei Ruckstuhl', 'Zimmerei Ruckstuhl AG'],
      title('Home'),
      foot('© 2026 by Zimmerei Ruckstuhl AG, 8580 Amriswil | Impressum'),
    ],
    [
      'a Dutch company',
      'devriesgrond.nl',
      ['De Vries Grond', 'De Vries Grondverzet', 'De Vries Grondverzet B.V.'],
      title('Grondverzet in Friesland'),
      foot('© 2026 De Vries Grondverzet B.V. | KvK 00000000 | Website: Buro Noord'),
    ],
    [
      'a Lithuanian company',
      'baltijosmedis.lt',
      ['Baltijos Medis', 'UAB Baltijos Medis', 'UAB „Baltijos Medis“'],
      title('Pradžia'),
      foot('© 2026 UAB „Baltijos Medis“. Visos teisės saugomos.'),
    ],
    [
      'a Slovak company',
      'kovostroj.sk',
      ['Kovostroj', 'Kovostroj s.r.o.', 'Kovostroj, s.r.o.'],
      title('Domov'),
      foot('Copyright © Kovostroj, s.r.o. Všetky práva vyhradené.'),
    ],
    [
      'a Norwegian company',
      'fjordbygg.no',
      ['Fjordbygg', 'Fjordbygg AS', 'Fjord Bygg AS'],
      title('Hjem'),
      foot('© Fjordbygg AS | Org.nr. 000 000 000'),
    ],
    [
      'a Mexican company',
      'aceroscantera.mx',
      ['Aceros Cantera', 'Aceros Cantera S.A. de C.V.', 'Aceros Cantera, S.A. de C.V.'],
      title('Inicio'),
      foot('© 2026 Aceros Cantera S.A. de C.V. Todos los derechos reservados | Aviso de privacidad'),
    ],
    [
      'a Japanese bakery',
      'komugiya.jp',
      ['こむぎ屋', 'Komugiya', 'KOMUGIYA'],
      title('こむぎ屋｜天然酵母のパン'),
      foot('© KOMUGIYA All Rights Reserved.'),
    ],
    [
      'a picture credit',
      'weingut-hallstein.de',
      ['Weingut Hallstein'],
      title('Weingut Hallstein'),
      foot('Bilder © Adobe Stock, Freepik'),
    ],
    [
      'a theme only',
      'reitstall-wiesenhof.de',
      ['Reitstall Wiesenhof'],
      title('Reitstall Wiesenhof &#8211; Pferde erleben'),
      foot('Proudly powered by WordPress | Theme: Sydney by aThemes.'),
    ],
  ]),
  ...sitesOf('abbreviation', [
    [
      'a lawyers’ office',
      'ra-stein.de',
      ['Rechtsanwalt Stein', 'RA Stein', 'Rechtsanwältin Julia Stein'],
      title('Rechtsanwältin Julia Stein | Familienrecht'),
    ],
    [
      'a riding club',
      'rv-eichenau.de',
      ['RV Eichenau', 'Reitverein Eichenau', 'Reitverein Eichenau e.V.'],
      title('Reitverein Eichenau e.V.'),
    ],
    [
      'a dental practice',
      'zap-weber.de',
      ['Zahnarztpraxis Weber', 'ZAP Weber', 'Zahnarztpraxis Dr. Weber'],
      title('Zahnarztpraxis Dr. Weber – Ihr Zahnarzt in Ahlen'),
    ],
    [
      'a community of a region',
      'cc-valdore.fr',
      ['Communauté de communes Val d’Ore', 'Communauté de communes du Val d’Ore', 'CC Val d’Ore'],
      title('Communauté de communes du Val d’Ore'),
    ],
    [
      'an institute',
      'ifu-nord.de',
      ['Institut für Umweltanalytik Nord', 'IFU Nord'],
      title('Institut für Umweltanalytik Nord (IFU)'),
    ],
  ]),
  ...sitesOf('site name alone', [
    [
      'a florist',
      'blumenwerkstatt-ida.de',
      ['Blumenwerkstatt Ida'],
      title('Sträuße, Kränze & mehr') + og('Blumenwerkstatt Ida'),
    ],
    ['an app', 'trytidepool.com', ['Tidepool'], title('Budgeting for couples') + og('Tidepool')],
    ['a builder word', 'carpinteria-sol.es', '', title('Inicio') + og('Mi sitio')],
    ['an other brand', 'waermepumpen-team.de', '', title('Wärmepumpen vom Fachmann') + og('Elementor')],
  ]),
  ...sitesOf('footer', [
    [
      'a theater of a town',
      'theater-osnabruecke.de',
      ['Theater Osnabrücke'],
      title('Theater Osnabrücke | Spielplan') + og('Theater Osnabrücke'),
    ],
    [
      'an Irish pub',
      'thecrookedharp.ie',
      ['The Crooked Harp', 'Crooked Harp'],
      title('The Crooked Harp | Traditional Irish Pub in Galway'),
    ],
    [
      'a Serbian company',
      'drvoprom.rs',
      ['Drvoprom', 'Drvoprom d.o.o.', 'Drvoprom doo'],
      title('Drvoprom d.o.o. | Rezana građa'),
    ],
    [
      'a Ukrainian clinic',
      'klinika-zdorovya.ua',
      ['Клініка Здоров’я', 'Клініка «Здоров’я»', 'Клініка "Здоров\'я"', "Клініка Здоров'я"],
      title('Клініка Здоров’я – медичний центр у Львові'),
    ],
    [
      'a Chinese exporter',
      'goldstarvalve.com',
      [
        'Gold Star Valve',
        'Goldstar Valve',
        'Gold Star Valve Co., Ltd.',
        'Gold Star Valve Co., Ltd',
        'Zhejiang Gold Star Valve Co., Ltd.',
        'Zhejiang Gold Star Valve Co., Ltd',
      ],
      title('China Ball Valve, Gate Valve Manufacturers - Gold Star Valve') +
        about('Gold Star Valve is a ball valve manufacturer.'),
    ],
    [
      'a consultant',
      'lehmann-beratung.de',
      ['Lehmann Beratung', 'Lehmann Unternehmensberatung'],
      title('Lehmann Unternehmensberatung | Nachfolge & Sanierung'),
    ],
    [
      'a bookshop',
      'buchhandlung-am-turm.de',
      ['Buchhandlung am Turm'],
      title('Startseite | Buchhandlung am Turm') +
        og('Buchhandlung am Turm') +
        org({ name: 'Buchhandlung am Turm', url: 'https://www.buchhandlung-am-turm.de' }, 'BookStore'),
    ],
    [
      'a church',
      'stlukeseastbrook.org',
      ['St Luke’s Eastbrook', "St Luke's Eastbrook", 'St. Luke’s Eastbrook', "St. Luke's Eastbrook"],
      title("Welcome | St Luke's Eastbrook"),
    ],
    [
      'a law firm',
      'ashfordandreed.com',
      ['Ashford & Reed', 'Ashford and Reed', 'Ashford & Reed LLP'],
      title('Ashford & Reed LLP | Attorneys at Law') + og('Ashford &amp; Reed LLP'),
    ],
    [
      'a city guide that sells ads',
      'innsbruck-erleben.at',
      ['Innsbruck erleben', 'Innsbruck Erleben'],
      title('Innsbruck erleben – der Stadtführer') + og('Innsbruck erleben'),
    ],
    [
      'a personal site',
      'petrakaufmann.de',
      ['Petra Kaufmann'],
      title('Petra Kaufmann – Autorin') + og('Petra Kaufmann'),
    ],
    [
      'a game',
      'hexdrift.gg',
      ['Hexdrift'],
      title('Hexdrift - a cozy strategy game') + og('Hexdrift'),
      foot('© Moonhollow Games'),
    ],
  ]),
]
