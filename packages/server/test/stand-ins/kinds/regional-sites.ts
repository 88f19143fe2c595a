// Sites of shops, clubs and public bodies of many regions. Written after the rules had been fixed on all other sets, and measured once
// before they changed again: docs/measurements.md has the figures of that run. All of them are made up.
import { about, foot, og, org, type SiteOfKind, sitesOf, title } from './site-of-kind.ts'

export const REGIONAL_SITES: readonly SiteOfKind[] = [
  ...sitesOf('title order', [
    [
      'a Danish carpenter',
      'toemrer-lund.dk',
      ['Tømrer Lund', 'Tømrerfirmaet Lund', 'Tømrerfirmaet Lund ApS'],
      title('Forside - Tømrerfirmaet Lund ApS'),
      foot('Tømrerfirmaet Lund ApS - CVR 00000000'),
    ],
    [
      'a Norwegian clinic',
      'fjordfysio.no',
      ['Fjord Fysioterapi', 'Fjord Fysio'],
      title('Fysioterapi i Molde | Fjord Fysioterapi') + og('Fjord Fysioterapi'),
    ],
    ['a Finnish parish', 'kuusjoenseurakunta.fi', ['Kuusjoen seurakunta'], title('Etusivu - Kuusjoen seurakunta')],
    ['an Estonian school', 'parnukool.ee', ['Pärnu Kool', 'Pärnu Põhikool'], title('Pärnu Põhikool | Avaleht')],
    [
      'a Latvian farm',
      'zsjurmalnieki.lv',
      ['ZS Jūrmalnieki', 'Jūrmalnieki'],
      title('ZS Jūrmalnieki – dārzeņi no laukiem'),
    ],
    [
      'a Hungarian shop',
      'kertvilag.hu',
      ['Kertvilág', 'Kertvilág Kft.'],
      title('Kertvilág webáruház | Kerti bútorok') + og('Kertvilág'),
    ],
    [
      'a Romanian town hall',
      'primariavaleamare.ro',
      ['Primăria Valea Mare', 'Primaria Valea Mare', 'Primăria Comunei Valea Mare'],
      title('Primăria Comunei Valea Mare, județul Argeș'),
    ],
    [
      'a Bulgarian firm',
      'stroimix.bg',
      ['Стройmix', 'Строймикс', 'Stroimix', 'Строймикс ЕООД'],
      title('Строймикс ЕООД | Строителни материали') + og('Stroimix'),
    ],
    ['a Slovenian brewery', 'pivovarna-lisjak.si', ['Pivovarna Lisjak'], title('Pivovarna Lisjak - domače pivo')],
    [
      'a Turkish maker',
      'ozdemirmakina.com.tr',
      ['Özdemir Makina', 'Özdemir Makina San. ve Tic. Ltd. Şti.'],
      title('Özdemir Makina San. ve Tic. Ltd. Şti.'),
      foot('© 2026 Özdemir Makina. Tüm hakları saklıdır.'),
    ],
    [
      'a Brazilian clinic',
      'odontosorriso.com.br',
      ['Odonto Sorriso', 'Clínica Odonto Sorriso'],
      title('Início | Clínica Odonto Sorriso – Dentista em Recife'),
    ],
    ['a Mexican school', 'colegioaltavista.edu.mx', ['Colegio Altavista'], title('Bienvenidos al Colegio Altavista')],
    [
      'a Peruvian hotel',
      'hotelsanblas.pe',
      ['Hotel San Blas', 'Hotel San Blas Cusco'],
      title('Hotel San Blas en Cusco | Sitio oficial') +
        org({ name: 'Hotel San Blas Cusco', url: 'https://hotelsanblas.pe/' }, 'Hotel'),
    ],
    [
      'an Indian college',
      'svcollege.ac.in',
      ['SV College', 'Sri Venkata College'],
      title('Sri Venkata College | Home'),
    ],
    [
      'an Indian exporter',
      'rajputanaspices.in',
      ['Rajputana Spices', 'Rajputana Spices Pvt. Ltd.', 'Rajputana Spices Pvt. Ltd'],
      title('Best Spices Exporter in India | Rajputana Spices Pvt. Ltd.'),
    ],
    ['a Nigerian school', 'gracefieldschools.com.ng', ['Gracefield Schools'], title('Home || Gracefield Schools')],
    [
      'a Ghanaian church',
      'lifewayassembly.org',
      ['Lifeway Assembly', 'Lifeway Assembly Church'],
      title('Welcome to Lifeway Assembly Church - Accra'),
    ],
    [
      'a Philippine cooperative',
      'mabuhaycoop.ph',
      ['Mabuhay Coop', 'Mabuhay Multi-Purpose Cooperative', 'Mabuhay Cooperative'],
      title('Mabuhay Multi-Purpose Cooperative'),
    ],
    [
      'an Indonesian contractor',
      'karyabangunpersada.co.id',
      ['PT Karya Bangun Persada', 'Karya Bangun Persada'],
      title('PT Karya Bangun Persada – Kontraktor Baja'),
    ],
    [
      'a Vietnamese company',
      'xaydungminhanh.vn',
      ['Xây Dựng Minh Anh', 'Công ty Xây Dựng Minh Anh'],
      title('Công ty Xây Dựng Minh Anh') + og('Xây Dựng Minh Anh'),
    ],
  ]),
  ...sitesOf('no owner', [
    [
      'a Czech hosting page',
      'malirnavrat.cz',
      '',
      title('malirnavrat.cz'),
      '<p>Tato doména je zaregistrována a čeká na obsah.</p>',
    ],
    [
      'an Italian hosting page',
      'ferramentabassi.it',
      '',
      title('Sito in costruzione'),
      '<p>Questo spazio web è attivo.</p>',
    ],
    [
      'a Spanish parking page',
      'naranjasdulces.es',
      '',
      title('naranjasdulces.es está aparcado'),
      '<p>Este dominio ha sido registrado a través de un proveedor.</p>',
    ],
    [
      'a German comparison portal',
      'stromanbieter-vergleich24.de',
      '',
      title('Stromanbieter Vergleich 24 – jetzt Strompreise vergleichen'),
    ],
    [
      'a coupon site',
      'rabattcode-heute.de',
      '',
      title('Rabattcodes heute') + about('Aktuelle Gutscheine und Rabattcodes für über 500 Shops'),
    ],
    ['a domain shop', 'brandlane.io', '', title('brandlane.io - Domain Name For Sale') + og('Dan.com')],
    ['a page for a mail server', 'mx-kellner.net', '', title('mailcow UI')],
    ['a password gate', 'intern-auer.de', '', title('Anmeldung'), '<form>Benutzername Kennwort</form>'],
    [
      'a cloud storage login',
      'cloud-pfister.ch',
      '',
      title('Nextcloud') + '<meta name="application-name" content="Nextcloud">',
      foot('Nextcloud – a safe home for all your data'),
    ],
    ['a framework error page', 'ticketrausch.com', '', title('500 - Internal server error.')],
  ]),
  ...sitesOf('several places', [
    [
      'a butcher with two shops',
      'metzgerei-knoll.de',
      ['Metzgerei Knoll'],
      title('Metzgerei Knoll – Filialen in Ansbach und Fürth') +
        org({ name: 'Metzgerei Knoll Ansbach', url: 'https://metzgerei-knoll.de/ansbach' }, 'Store') +
        org({ name: 'Metzgerei Knoll Fürth', url: 'https://metzgerei-knoll.de/fuerth' }, 'Store'),
    ],
    [
      'a festival of a town',
      'jazztage-lohr.de',
      ['Jazztage Lohr', 'Lohrer Jazztage'],
      title('Jazztage Lohr 2026 – Programm') + og('Jazztage Lohr'),
    ],
    ['a car club', 'mgcc-schweiz.ch', ['MG Car Club Schweiz', 'MGCC Schweiz'], title('MG Car Club Schweiz')],
    [
      'a fire brigade',
      'ff-unterbach.at',
      ['Freiwillige Feuerwehr Unterbach', 'FF Unterbach'],
      title('Freiwillige Feuerwehr Unterbach | Einsätze'),
    ],
    [
      'a chamber of trade',
      'hwk-westfeld.de',
      ['Handwerkskammer Westfeld', 'HWK Westfeld'],
      title('Handwerkskammer Westfeld') + og('HWK Westfeld'),
    ],
    [
      'a museum',
      'museum-seiltal.nl',
      ['Museum Seiltal'],
      title('Museum Seiltal | Plan je bezoek'),
      foot('© Museum Seiltal. Website door Studio Noord'),
    ],
    [
      'a podcast of a company',
      'tiefgang-podcast.de',
      ['Tiefgang', 'Tiefgang Podcast', 'Tiefgang – der Podcast'],
      title('Tiefgang – der Podcast') + og('Tiefgang'),
      foot('© Kanal Acht GmbH'),
    ],
    [
      'a software and its company',
      'ledgerly.eu',
      ['Ledgerly', 'Ledgerly BV'],
      title('Ledgerly: boekhouden zonder gedoe') + org({ name: 'Ledgerly BV', url: 'https://www.ledgerly.eu' }),
      foot('© 2026 Ledgerly BV, KvK 00000000'),
    ],
    [
      'an embassy',
      'embassyofnortholm.org',
      ['Embassy of Northolm', 'Embassy of Northolm in Vienna'],
      title('Embassy of Northolm in Vienna'),
    ],
    [
      'a vet with a pun',
      'pfotendoc-ried.at',
      ['Pfotendoc', 'Pfotendoc Ried', 'Tierarztpraxis Pfotendoc'],
      title('Pfotendoc – Ihre Tierarztpraxis in Ried') +
        org({ name: 'Pfotendoc', url: 'https://pfotendoc-ried.at' }, 'VeterinaryCare'),
    ],
    [
      'a hotel that names its booking engine',
      'seehotelbrunner.at',
      ['Seehotel Brunner'],
      title('Seehotel Brunner') + org({ name: 'BookingSuite', url: 'https://seehotelbrunner.at/' }),
    ],
    [
      'a maker signs alone',
      'schreinerei-voss.de',
      ['Schreinerei Voss'],
      title('Schreinerei Voss | Möbel'),
      foot('© 2026 Agentur Lichtblick GmbH'),
    ],
  ]),
]
