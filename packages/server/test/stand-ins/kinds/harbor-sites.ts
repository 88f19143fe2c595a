// A third set of other heads, written and measured once after the rules had been fixed on the second; docs/measurements.md has the figures
// of that run. All of them are made up.
import { about, foot, og, org, type SiteOfKind, sitesOf, title } from './site-of-kind.ts'

const rating = { '@type': 'AggregateRating', ratingValue: '4.6', ratingCount: '57' }

export const HARBOR_SITES: readonly SiteOfKind[] = [
  ...sitesOf('lander', [
    [
      'a broker with a logo',
      'lunaria.com',
      '',
      title('Lunaria.com - exclusive domain at Grails') + about('Acquire Lunaria.com through our brokers'),
    ],
    ['a name with a price tag', 'trinkgeld.app', '', title('trinkgeld.app kaufen – 2.900 EUR')],
    ['a Norwegian registrar', 'fjellhagen.no', '', title('Domenet fjellhagen.no er registrert hos Domeneshop')],
    [
      'a Swiss host',
      'bergluft.ch',
      '',
      title('bergluft.ch | Hostpoint') + about('Diese Domain wurde bei Hostpoint registriert'),
    ],
    [
      'a Greek host',
      'elia.com.gr',
      '',
      title('Το domain elia.com.gr είναι κατοχυρωμένο'),
      '<p>Κατοχυρώθηκε από πελάτη του Papaki</p>',
    ],
    ['a Thai host', 'siamlotus.co.th', '', title('โดเมนนี้จดทะเบียนแล้ว'), '<p>siamlotus.co.th จดทะเบียนกับ THNIC</p>'],
    ['an Arabic offer', 'wahatalnakheel.com', '', title('اسم النطاق wahatalnakheel.com معروض للبيع')],
    ['a Vietnamese host', 'hoasen.vn', '', title('Tên miền hoasen.vn đã được đăng ký')],
    ['a crypto name', 'nightowl.eth.link', '', title('nightowl.eth'), '<p>This name is registered on ENS.</p>'],
    [
      'a suspended account',
      'kletterwelt.info',
      '',
      title('Account Suspended'),
      '<p>This Account has been suspended. Contact your hosting provider.</p>',
    ],
    ['a maintenance page', 'druckhaus-mertens.de', '', title('Wartungsmodus'), '<h1>Wir sind bald zurück</h1>'],
    ['a server index', 'ftp-lager.net', '', title('Index of /')],
    ['an nginx page', 'tomaszek.dev', '', title('Welcome to nginx!')],
    ['a Slovak one', 'zelenadolina.sk', '', title('zelenadolina.sk - doména na predaj')],
  ]),
  ...sitesOf('link page', [
    ['a podcast service', 'nachtschicht.fm', ['Nachtschicht'], title('Nachtschicht | Podcast') + og('Nachtschicht')],
    ['a creator', 'sofiadraws.com', '', title('Sofia Draws | Patreon, Instagram, Shop') + og('Carrd')],
    ['a social page', 'barelvino.es', '', title('@barelvino · Instagram y reservas')],
  ]),
  ...sitesOf('keywords', [
    ['a tiler', 'azulejos-sevilla.com', '', title('Azulejos Sevilla - Colocación y reforma de baños')],
    ['a driver', 'chauffeur-prive-lyon.fr', '', title('Chauffeur Privé Lyon : réservation VTC')],
    [
      'roof cleaning',
      'roofcleaningbristol.co.uk',
      '',
      title('Roof Cleaning Bristol | Moss Removal') + og('Roof Cleaning Bristol'),
    ],
    ['bike repair', 'fahrradreparatur-hamburg.de', '', title('Fahrradreparatur Hamburg – mobil & günstig')],
    ['a cheap product', 'billigeallwetterreifen.de', '', title('Billige Allwetterreifen kaufen')],
    ['Czech', 'malirske-prace-brno.cz', '', title('Malířské práce Brno | Cena od 20 Kč')],
    ['a Swedish one', 'flyttstadning-goteborg.se', '', title('Flyttstädning Göteborg - med garanti')],
  ]),
  ...sitesOf('review widget', [
    [
      'a hotel portal',
      'landgasthof-krone.de',
      ['Landgasthof Krone'],
      title('Landgasthof Krone | Zimmer &amp; Küche') +
        org({ name: 'HolidayCheck', url: 'https://landgasthof-krone.de', aggregateRating: rating }),
    ],
    [
      'a jeweler',
      'goldschmiede-arens.de',
      ['Goldschmiede Arens'],
      title('Goldschmiede Arens – Trauringe') +
        org(
          { name: 'Goldschmiede Arens', url: 'https://www.goldschmiede-arens.de/', aggregateRating: rating },
          'JewelryStore',
        ),
    ],
    [
      'a widget and a keyword',
      'autolackierung-kassel.com',
      '',
      title('Autolackierung Kassel | Smart Repair') +
        org(
          { name: 'Autolackierung Kassel', url: 'https://autolackierung-kassel.com', aggregateRating: rating },
          'AutoBodyShop',
        ),
    ],
  ]),
  ...sitesOf('branches', [
    [
      'gyms',
      'kraftraum.at',
      ['Kraftraum'],
      title('Kraftraum – dein Gym') +
        org({ name: 'Kraftraum Linz', url: 'https://kraftraum.at/' }, 'ExerciseGym') +
        org({ name: 'Kraftraum Steyr', url: 'https://kraftraum.at/' }, 'ExerciseGym'),
    ],
    [
      'a dealer',
      'autohaus-wendt.de',
      ['Autohaus Wendt', 'Autohaus Wendt GmbH'],
      title('Autohaus Wendt GmbH in Uelzen und Celle') +
        org({ name: 'Autohaus Wendt GmbH, Uelzen', url: 'https://autohaus-wendt.de/' }, 'AutoDealer') +
        org({ name: 'Autohaus Wendt GmbH, Celle', url: 'https://autohaus-wendt.de/' }, 'AutoDealer'),
    ],
  ]),
  ...sitesOf('copyright line', [
    [
      'a Swedish company',
      'nordsnickeri.se',
      ['Nord Snickeri', 'Nordsnickeri', 'Nordsnickeri AB', 'Nord Snickeri AB'],
      title('Hem'),
      foot('© Nordsnickeri AB 2026 | Org.nr 000000-0000'),
    ],
    [
      'a Finnish company',
      'saimaansaha.fi',
      ['Saimaan Saha', 'Saimaan Saha Oy'],
      title('Etusivu'),
      foot('© 2026 Saimaan Saha Oy. Kaikki oikeudet pidätetään. Tietosuojaseloste'),
    ],
    [
      'a Turkish company',
      'karadenizfindik.com',
      ['Karadeniz Fındık', 'Karadeniz Fındık A.Ş.', 'Karadeniz Fındık A.Ş'],
      title('Anasayfa'),
      foot('© 2026 Karadeniz Fındık A.Ş. Tüm hakları saklıdır.'),
    ],
    [
      'a Bulgarian company',
      'rozova-dolina.bg',
      ['Розова долина', 'Розова Долина', 'Розова долина ООД', 'Розова Долина ООД'],
      title('Начало'),
      foot('© 2026 Розова Долина ООД. Всички права запазени.'),
    ],
    [
      'a Chinese company',
      'huaxin-tools.cn',
      ['华信工具', '华信工具有限公司', '宁波华信工具有限公司', 'Huaxin Tools'],
      title('首页'),
      foot('版权所有 © 2026 Huaxin Tools 浙ICP备00000000号'),
    ],
    [
      'a Brazilian company',
      'padariaestrela.com.br',
      ['Padaria Estrela', 'Padaria Estrela Ltda', 'Padaria Estrela Ltda.'],
      title('Início'),
      foot('Padaria Estrela Ltda. © 2026 – Todos os direitos reservados. CNPJ 00.000.000/0001-00'),
    ],
    [
      'an American LLC',
      'redcedarfarms.com',
      ['Red Cedar Farms', 'Red Cedar Farms LLC', 'Red Cedar Farms, LLC'],
      title('Farm fresh, every week'),
      foot('Copyright © 2014 - 2026 Red Cedar Farms, LLC. All Rights Reserved. Site by Hatch Creative.'),
    ],
    [
      'a trust',
      'oldmilltrust.org.uk',
      ['Old Mill Trust', 'The Old Mill Trust'],
      title('Visit us'),
      foot('The Old Mill Trust is a registered charity no. 000000. © 2026 The Old Mill Trust'),
    ],
    [
      'an author line',
      'bootsverleih-see.at',
      ['Bootsverleih See', 'Bootsverleih am See'],
      title('Bootsverleih am See'),
      foot('© Fotos: Lena Huber | Umsetzung: Netzwerkstatt'),
    ],
  ]),
  ...sitesOf('abbreviation', [
    ['notaries', 'rtw-notare.de', ['RTW Notare', 'Roth Thiel Weber Notare'], title('RTW Notare | Roth Thiel Weber')],
    ['a Belgian town', 'gemeente-heerdaal.be', ['Gemeente Heerdaal'], title('Gemeente Heerdaal | Officiële website')],
    [
      'a Catalan town',
      'ajsantpauld.cat',
      ['Ajuntament de Sant Pau', 'Ajuntament de Sant Pau d’Oliva'],
      title('Ajuntament de Sant Pau d’Oliva'),
    ],
    [
      'a fire brigade',
      'ffw-lohberg.de',
      ['Freiwillige Feuerwehr Lohberg', 'FFW Lohberg'],
      title('Freiwillige Feuerwehr Lohberg'),
    ],
    [
      'a school',
      'gs-amwald.de',
      ['Grundschule am Wald', 'Grundschule Am Wald'],
      title('Grundschule Am Wald – Herzlich willkommen'),
    ],
    [
      'a company by letters',
      'mkt-systems.com',
      ['MKT Systems', 'MKT Systems GmbH'],
      title('MKT Systems GmbH: Fördertechnik') + og('MKT Systems GmbH'),
    ],
  ]),
  ...sitesOf('site name alone', [
    ['a tea shop', 'teehaus-ronja.de', ['Teehaus Ronja'], title('Loser Tee aus kleinen Gärten') + og('Teehaus Ronja')],
    ['a gallery', 'galeriemarten.nl', ['Galerie Marten'], title('Hedendaagse kunst') + og('Galerie Marten')],
    ['a template', 'pferdehof-engel.de', '', title('Willkommen') + og('Meine Website')],
    [
      'a brand in capitals',
      'vantor.io',
      ['VANTOR', 'Vantor'],
      title('Autonomous inspection for wind farms') + og('VANTOR'),
    ],
  ]),
  ...sitesOf('footer', [
    [
      'an optician of a town',
      'brillenwerk-kiel.de',
      ['Brillenwerk Kiel', 'Brillenwerk'],
      title('Brillenwerk Kiel') + org({ name: 'Brillenwerk Kiel', url: 'https://brillenwerk-kiel.de' }, 'Optician'),
    ],
    [
      'a Ukrainian company',
      'agrosvit.com.ua',
      ['Агросвіт', 'ТОВ «Агросвіт»', 'Агро Світ', 'АгроСвіт'],
      title('АгроСвіт — насіння та добрива'),
    ],
    [
      'an Indian school',
      'sunrisepublicschool.in',
      ['Sunrise Public School'],
      title('Sunrise Public School | Best CBSE School in Jaipur'),
    ],
    [
      'an Australian builder',
      'coastlinehomes.com.au',
      ['Coastline Homes'],
      title('Custom Home Builders Sunshine Coast | Coastline Homes'),
    ],
    [
      'a Spanish winery',
      'bodegasaldea.com',
      ['Bodegas Aldea'],
      title('Bodegas Aldea | Vinos de La Rioja') +
        og('Bodegas Aldea') +
        org({ name: 'Bodegas Aldea', url: 'https://bodegasaldea.com/' }, 'Winery'),
    ],
    ['an SDK', 'pipeloom.dev', ['Pipeloom'], title('Pipeloom Documentation') + og('Pipeloom')],
    [
      'a chess club',
      'sk-turm-bonn.de',
      ['SK Turm Bonn', 'Schachklub Turm Bonn', 'Schachklub Turm Bonn e.V.'],
      title('SK Turm Bonn | Schachklub'),
    ],
    ['a family', 'familie-brettschneider.de', ['Familie Brettschneider'], title('Familie Brettschneider')],
    [
      'a Danish shop',
      'lysoglampe.dk',
      ['Lys & Lampe', 'Lys og Lampe'],
      title('Lys &amp; Lampe | Designlamper til hjemmet') + og('Lys &amp; Lampe'),
    ],
    [
      'a magazine and a publisher',
      'gartenblick-magazin.de',
      ['Gartenblick', 'Gartenblick Magazin', 'Gartenblick – das Magazin'],
      title('Gartenblick – das Magazin') + og('Gartenblick'),
      foot('© 2026 Verlag Sonnental GmbH'),
    ],
  ]),
]
