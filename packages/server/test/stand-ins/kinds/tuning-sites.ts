// Sites by kind that the rules of names may be written against. All of them are made up.
import { jsonLd } from '../website.ts'
import { about, foot, og, org, type SiteOfKind, sitesOf, title } from './site-of-kind.ts'

export const TUNING_SITES: readonly SiteOfKind[] = [
  ...sitesOf('lander', [
    [
      'a German parking page with topics',
      'holzkamin.de',
      '',
      title('holzkamin.de&nbsp;-&nbsp;Informationen zum Thema holzkamin.'),
      '<h1>holzkamin.de</h1><p>Weitere Links</p><a>Kaminofen</a><a>Brennholz</a>',
    ],
    [
      'topics without the top-level domain',
      'lastenrad-verleih.de',
      '',
      title('Lastenrad Verleih - Informationen zum Thema Lastenrad Verleih') +
        about('lastenrad-verleih.de ist die beste Quelle für alle Informationen die Sie suchen.'),
      '<p>Lastenrad</p>',
    ],
    [
      'a brandable name on a marketplace',
      'zentivo.com',
      '',
      title('Zentivo: Premium Brandable Domain Name') + og('Zentivo'),
      '<h1>Zentivo</h1><p>A short, memorable name for a health startup.</p><button>Buy now</button><p>Lease to own</p>',
    ],
    [
      'a marketplace that sells with structured data',
      'quaylo.com',
      '',
      title('Quaylo.com | Brandable domain') +
        jsonLd({
          '@context': 'https://schema.org',
          '@type': 'Product',
          name: 'Quaylo.com',
          offers: { '@type': 'Offer', price: 3200 },
        }),
      '<p>Own Quaylo.com today. Safe transfer, escrow included.</p>',
    ],
    [
      'a lander that signs with the domain',
      'mirabella.com',
      '',
      title('Mirabella') +
        about('Mirabella.com is your first and best source for all of the information you are looking for.'),
      '<h1>mirabella.com</h1><p>Related searches</p><footer>© 2026 mirabella.com | Privacy policy</footer>',
    ],
    [
      'a French offer',
      'grandecave.fr',
      '',
      title('GrandeCave — nom de domaine premium'),
      '<p>Faites une offre pour ce nom de domaine.</p><footer>© Grandecave</footer>',
    ],
    [
      'a registrar in Poland',
      'stolarzwroc.pl',
      '',
      title('stolarzwroc.pl') + og('Stolarzwroc'),
      '<p>Domena utrzymywana na serwerach rejestratora. Kup hosting.</p>',
    ],
    [
      'a broker with prices',
      'velorama.net',
      '',
      title('Velorama.net'),
      '<h1>Velorama</h1><p>Make an offer</p><p>Minimum offer: $500</p><p>Domain brokerage service</p>',
    ],
  ]),
  ...sitesOf('link page', [
    ['a handle', 'studiojuno.co', '', title('@studiojuno'), '<a>Shop</a><a>Instagram</a><a>Newsletter</a>'],
    [
      'a handle with the service',
      'barberkai.com',
      '',
      title('@barberkai | Linktree') + og('Linktree'),
      '<p>@barberkai</p><a>Book</a>',
    ],
    ['a handle as site name', 'drinkmosaic.com', '', title('drinkmosaic') + og('@drinkmosaic'), '<a>Stockists</a>'],
    [
      'links in its title',
      'annafotografiert.de',
      '',
      title('annafotografiert | Alle Links'),
      '<p>@annafotografiert</p><a>Portfolio</a><a>Kontakt</a>',
    ],
  ]),
  ...sitesOf('keywords', [
    [
      'a trade and a town',
      'dachdecker-berlin.de',
      '',
      title('Dachdecker Berlin'),
      '<h1>Dachdecker Berlin</h1><p>Jetzt Angebot anfordern</p>',
    ],
    [
      'a trade and a town as site name',
      'umzug-hamburg24.de',
      '',
      title('Umzug Hamburg 24 | Günstig umziehen') + og('Umzug Hamburg 24'),
      '<p>Angebote vergleichen</p>',
    ],
    [
      'an English trade and a town',
      'plumberleeds.co.uk',
      '',
      title('Plumber Leeds | 24/7 Emergency Plumbers'),
      '<footer>© Plumber Leeds</footer>',
    ],
    ['a product and a verb', 'goldankauf-online.de', '', title('Goldankauf online') + og('Goldankauf online'), ''],
    [
      'a French trade and a town',
      'serrurier-lyon.fr',
      '',
      title('Serrurier Lyon - Dépannage rapide'),
      '<h1>Serrurier Lyon</h1>',
    ],
    ['a Spanish trade and a town', 'abogadosvalencia.es', '', title('Abogados Valencia | Despacho'), ''],
    [
      'a trade with a person',
      'dachdecker-wohlert.de',
      ['Dachdecker Wohlert', 'Dachdeckerei Wohlert'],
      title('Dachdecker Wohlert | Berlin'),
      foot('© 2026 Dachdecker Wohlert'),
    ],
    [
      'a trade and a town with a legal form',
      'schluesseldienst-kiel.de',
      ['Schlüsseldienst Kiel GmbH', 'Schlüsseldienst Kiel'],
      title('Schlüsseldienst Kiel'),
      foot('© 2026 Schlüsseldienst Kiel GmbH'),
    ],
  ]),
  ...sitesOf('review widget', [
    [
      'the widget names itself with the site',
      'malerbetrieb-kunze.de',
      ['Malerbetrieb Kunze'],
      title('Malerbetrieb Kunze') +
        org({
          name: 'ProvenExpert',
          url: 'https://malerbetrieb-kunze.de/',
          aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.9', reviewCount: 82 },
        }),
      foot('© Malerbetrieb Kunze'),
    ],
    [
      'a heading as the name',
      'optiklind.se',
      ['Optik Lind'],
      title('Optik Lind – Optiker i Lund') +
        org(
          {
            name: 'Kundomdömen',
            url: 'https://optiklind.se',
            aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.7 },
          },
          'LocalBusiness',
        ),
    ],
    [
      'reviews of a product',
      'sleepfern.com',
      ['Sleepfern'],
      title('Sleepfern | Natural mattresses') +
        og('Sleepfern') +
        org(
          {
            name: 'Fern Original Mattress',
            url: 'https://sleepfern.com/',
            aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.5 },
          },
          'Store',
        ),
      foot('© 2026 Sleepfern Ltd'),
    ],
    [
      'only the widget says a name',
      'hafenblick-ferien.de',
      '',
      title('Urlaub am Wasser') +
        org({
          name: 'Bewertungen auf Holidu',
          url: 'https://hafenblick-ferien.de/',
          aggregateRating: { '@type': 'AggregateRating', ratingValue: 5 },
        }),
    ],
    [
      'experience with the owner',
      'kanzlei-ebert.de',
      ['Kanzlei Ebert'],
      title('Kanzlei Ebert, Rechtsanwälte in Fulda') +
        org({
          name: 'Erfahrungen &amp; Bewertungen zu Kanzlei Ebert',
          url: 'https://kanzlei-ebert.de',
          aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.8 },
        }),
    ],
  ]),
  ...sitesOf('branches', [
    [
      'branches below the site',
      'optik-brandt.de',
      ['Optik Brandt'],
      title('Augenoptiker in Niedersachsen') +
        ['Hannover', 'Celle', 'Peine']
          .map((town) =>
            org({ name: `Optik Brandt ${town}`, url: `https://optik-brandt.de/${town.toLowerCase()}` }, 'Optician'),
          )
          .join(''),
    ],
    [
      'branches with the site of all',
      'fitpoint-studios.at',
      ['Fitpoint'],
      title('Fitness in Wien und Graz | Fitpoint') +
        org({ name: 'Fitpoint Wien Mitte', url: 'https://fitpoint-studios.at/' }, 'HealthClub') +
        org({ name: 'Fitpoint Graz', url: 'https://fitpoint-studios.at/' }, 'HealthClub'),
      foot('© Fitpoint'),
    ],
    [
      'one branch of a parent',
      'bakerylane.com',
      ['Bakery Lane'],
      title('Bakery Lane') +
        og('Bakery Lane') +
        org(
          { name: 'Bakery Lane Dockside', parentOrganization: { '@type': 'Organization', name: 'Bakery Lane' } },
          'Bakery',
        ),
    ],
    [
      'branches with nothing in common',
      'gastrogruppe-see.ch',
      '',
      title('Unsere Betriebe am See') +
        org({ name: 'Restaurant Krone' }, 'Restaurant') +
        org({ name: 'Hotel Seehof' }, 'Hotel'),
    ],
    [
      'a company and its legal name',
      'talvera.it',
      ['Talvera', 'Talvera S.p.A.'],
      title('Funi e impianti') +
        org({ name: 'Talvera', url: 'https://talvera.it' }) +
        org({ name: 'Talvera S.p.A.', url: 'https://talvera.it/' }, 'Corporation'),
    ],
  ]),
  ...sitesOf('copyright line', [
    [
      'a period in front',
      'daonlab.co.kr',
      ['DAONLAB Co., Ltd', 'DAONLAB'],
      title('다온랩 홈페이지'),
      foot('Copyright 2026. DAONLAB Co., Ltd. All rights reserved.'),
    ],
    [
      'a circled letter',
      'mirae-tech.kr',
      ['MIRAE TECH', 'Mirae Tech'],
      title('미래 기술'),
      foot('COPYRIGHT ⓒ 2025 MIRAE TECH. ALL RIGHTS RESERVED'),
    ],
    [
      'an Italian tax number',
      'officinebonelli.it',
      ['Officine Bonelli S.r.l', 'Officine Bonelli S.r.l.', 'Officine Bonelli'],
      title('Lavorazioni meccaniche'),
      foot('© 2026 Officine Bonelli S.r.l. - P.IVA 00000000000'),
    ],
    [
      'the phrase in front',
      'gartenbau-ruhland.de',
      ['Gartenbau Ruhland'],
      title('Gärten zum Leben'),
      foot('Alle Rechte vorbehalten – Gartenbau Ruhland'),
    ],
    [
      'an English phrase in front',
      'corbelstone.co.uk',
      ['Corbelstone', 'Corbelstone Ltd'],
      title('Masonry and restoration'),
      foot('All rights reserved. Corbelstone Ltd'),
    ],
    [
      'a Spanish number',
      'talleresromay.es',
      ['Talleres Romay, S.L', 'Talleres Romay S.L.', 'Talleres Romay, S.L.', 'Talleres Romay'],
      title('Reparación de maquinaria'),
      foot('© Talleres Romay, S.L. CIF: B00000000'),
    ],
    [
      'the maker of the site',
      'imkerei-vogel.at',
      ['Imkerei Vogel'],
      title('Honig aus dem Waldviertel'),
      foot('© 2026 Imkerei Vogel | Webdesign by Pixelhof'),
    ],
    [
      'a Dutch register',
      'veldhoven-techniek.nl',
      ['Veldhoven Techniek B.V', 'Veldhoven Techniek B.V.', 'Veldhoven Techniek BV', 'Veldhoven Techniek'],
      title('Installatie en onderhoud'),
      foot('© Veldhoven Techniek B.V. - KvK 00000000 - BTW NL000'),
    ],
    [
      'a Brazilian number',
      'moveissantarita.com.br',
      ['Móveis Santa Rita Ltda', 'Móveis Santa Rita'],
      title('Móveis planejados'),
      foot('© 2026 Móveis Santa Rita Ltda - CNPJ 00.000.000/0001-00. Todos os direitos reservados'),
    ],
    [
      'a sentence after the name',
      'ridgewaypress.com',
      ['Ridgeway Press'],
      title('Books from the hills'),
      foot('© Ridgeway Press 2019-2026. Site by Otter Digital.'),
    ],
  ]),
  ...sitesOf('abbreviation', [
    [
      'initials and a trade',
      'hmr-legal.de',
      ['Holm Meyer Reuter Rechtsanwälte', 'Holm Meyer Reuter'],
      title('Holm Meyer Reuter Rechtsanwälte | Bremen'),
    ],
    [
      'a Spanish town hall',
      'ayto-villaluz.es',
      ['Ayuntamiento de Villaluz'],
      title('Ayuntamiento de Villaluz - Portal municipal'),
    ],
    [
      'a French town hall',
      'mairie-saintorens.fr',
      ['Mairie de Saint-Orens', 'Ville de Saint-Orens'],
      title('Mairie de Saint-Orens - Site officiel'),
    ],
    [
      'a practice',
      'praxis-lindemann.de',
      ['Zahnarztpraxis Dr. Lindemann', 'Praxis Dr. Lindemann'],
      title('Zahnarztpraxis Dr. Lindemann | Ihr Zahnarzt in Olpe'),
    ],
    [
      'a lawyer',
      'ra-tiedemann.de',
      ['Rechtsanwalt Tiedemann', 'Rechtsanwalt Jens Tiedemann'],
      title('Rechtsanwalt Jens Tiedemann – Arbeitsrecht'),
    ],
    [
      'a fire brigade',
      'ff-oberau.at',
      ['Freiwillige Feuerwehr Oberau', 'FF Oberau'],
      title('Freiwillige Feuerwehr Oberau'),
    ],
    ['a school', 'gs-lindenweg.de', ['Grundschule Lindenweg'], title('Grundschule Lindenweg: Startseite')],
    [
      'a tax adviser with a slogan',
      'stb-karsten.de',
      ['Steuerberatung Karsten', 'Steuerberater Karsten'],
      title('Ihr Partner | Steuerberatung Karsten'),
    ],
    ['another practice without the name', 'praxis-amtor.de', '', title('Zahnarztpraxis in Goslar | Termine')],
  ]),
  ...sitesOf('site name alone', [
    [
      'also in title and text',
      'nlsh.de',
      ['Nordlichtstudio'],
      title('Nordlichtstudio') + og('Nordlichtstudio') + about('Nordlichtstudio macht Filme für Museen.'),
      '<h1>Filme für Museen</h1><p>Nordlichtstudio ist ein Team aus fünf Leuten.</p>',
    ],
    [
      'in the heading',
      'go-wander.app',
      ['Trailmate'],
      title('Trailmate – Plan your hike') + og('Trailmate') + about('Plan hikes with Trailmate.'),
      '<h1>Plan hikes with Trailmate</h1>',
    ],
    [
      'a theme everywhere',
      'kirchweg12.de',
      '',
      title('Landio') + og('Landio') + about('Lorem ipsum dolor sit amet'),
      '<h1>Landio</h1><p>Lorem ipsum dolor sit amet, consectetur.</p>',
    ],
    ['not in the title', 'blauhaus17.de', '', title('Wohnen am Park') + og('Parkprojekt'), '<h1>Wohnen am Park</h1>'],
    [
      'a Japanese firm',
      'kwsk-works.jp',
      ['川崎製作所', '株式会社川崎製作所'],
      title('川崎製作所｜精密部品') + og('川崎製作所') + about('川崎製作所は精密部品をつくっています。'),
      '<p>川崎製作所について</p>',
    ],
  ]),
  ...sitesOf('several places', [
    [
      'a plugin with site and page',
      'hofgut-lerche.de',
      ['Hofgut Lerche'],
      title('Startseite - Hofgut Lerche') +
        og('Hofgut Lerche') +
        org({ name: 'Hofgut Lerche', url: 'https://hofgut-lerche.de/' }),
      foot('© Hofgut Lerche'),
    ],
    [
      'a Turkish maker',
      'yildizkalip.com.tr',
      ['Yıldız Kalıp', 'Yıldız Kalıp San. ve Tic. Ltd. Şti.'],
      title('Yıldız Kalıp | Plastik enjeksiyon'),
      foot('© 2026 Yıldız Kalıp San. ve Tic. Ltd. Şti. Tüm hakları saklıdır.'),
    ],
    [
      'a Greek hotel',
      'thalassaview.gr',
      ['Thalassa View', 'Thalassa View Hotel'],
      title('Thalassa View Hotel - Naxos') +
        org({ name: 'Thalassa View Hotel', url: 'https://www.thalassaview.gr' }, 'Hotel'),
    ],
    [
      'a Vietnamese firm',
      'minhphatsteel.vn',
      ['Thép Minh Phát', 'Công ty TNHH Thép Minh Phát', 'Minh Phat Steel'],
      title('Thép Minh Phát - Công ty TNHH') + og('Minh Phat Steel'),
      foot('© Minh Phat Steel'),
    ],
    [
      'a Czech brewery',
      'pivovar-rudka.cz',
      ['Pivovar Rudka', 'Pivovar Rudka s.r.o.'],
      title('Pivovar Rudka | Úvod'),
      foot('© 2026 Pivovar Rudka s.r.o., IČO 00000000'),
    ],
  ]),
]
