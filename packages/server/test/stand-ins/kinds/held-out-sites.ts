// Sites of the same kinds, held out: the rules are measured on them and not written against them. All of them are made up.
import { jsonLd } from '../website.ts'
import { about, foot, og, org, type SiteOfKind, sitesOf, title } from './site-of-kind.ts'

export const HELD_OUT_SITES: readonly SiteOfKind[] = [
  ...sitesOf('lander', [
    [
      'topics with another brand',
      'bergschuhe.de',
      '',
      title('bergschuhe.de steht zum Verkauf - Informationen zum Thema bergschuhe'),
      '<p>Bergschuhe</p>',
    ],
    [
      'a brandable name in a catalog',
      'lumivanta.com',
      '',
      title('Lumivanta | Brandable Business Name'),
      '<p>Includes a logo design. Buy it now or pay monthly.</p>',
    ],
    [
      'a premium name',
      'harborlee.com',
      '',
      title('HarborLee.com – A premium domain name') + og('HarborLee'),
      '<h1>HarborLee</h1>',
    ],
    [
      'a Dutch lander',
      'fietsenwinkel-online.nl',
      '',
      title('Fietsenwinkel online') +
        about('Fietsenwinkel-online.nl is de beste bron voor alle informatie die u zoekt.'),
      '',
    ],
    [
      'a Spanish offer',
      'casaserena.es',
      '',
      title('CasaSerena.es'),
      '<h1>Casa Serena</h1><p>Este dominio está disponible. Haz una oferta.</p>',
    ],
    [
      'an Italian registrar',
      'pastificioluna.it',
      '',
      title('Pastificio Luna'),
      '<p>Dominio registrato. Sito in allestimento presso il nostro hosting.</p>',
    ],
    [
      'a bare lander with links',
      'greenacre.org',
      '',
      title('greenacre.org') + og('Greenacre'),
      '<p>Related links</p><a>Farming</a><p>Privacy policy</p>',
    ],
    [
      'a broker that signs',
      'novatrek.io',
      '',
      title('Novatrek'),
      '<p>Interested in novatrek.io? Get a quote from our domain brokers.</p><footer>© Domainhaus</footer>',
    ],
  ]),
  ...sitesOf('link page', [
    ['a handle and an icon', 'laufmitlena.de', '', title('@laufmitlena ✨'), '<a>YouTube</a>'],
    [
      'a page of links in English',
      'thecrumbclub.com',
      '',
      title('thecrumbclub | Links'),
      '<p>@thecrumbclub</p><a>Recipes</a>',
    ],
    [
      'the service signs',
      'ninaweaves.com',
      '',
      title('ninaweaves') + og('Beacons'),
      '<footer>Create your own link in bio with Beacons</footer>',
    ],
  ]),
  ...sitesOf('keywords', [
    [
      'an electrician',
      'elektriker-koeln.de',
      '',
      title('Elektriker Köln') + og('Elektriker Köln'),
      '<h1>Elektriker Köln</h1>',
    ],
    [
      'a dentist in Austria',
      'zahnarzt-wien.at',
      '',
      title('Zahnarzt Wien – Termin online'),
      '<footer>© Zahnarzt Wien</footer>',
    ],
    [
      'a roofer',
      'roofingaustin.com',
      '',
      title('Roofing Austin | Free quote') +
        org({ name: 'Roofing Austin', url: 'https://roofingaustin.com/' }, 'RoofingContractor'),
    ],
    ['a comparison', 'kredit-vergleich24.de', '', title('Kredit Vergleich 24') + og('Kredit Vergleich 24'), ''],
    ['an Italian plumber', 'idraulico-milano.it', '', title('Idraulico Milano - Pronto intervento'), ''],
    ['a Portuguese mover', 'mudancaslisboa.pt', '', title('Mudanças Lisboa | Orçamento grátis'), ''],
    [
      'a Dutch painter with a name',
      'schilder-terhorst.nl',
      ['Schilder Terhorst', 'Schildersbedrijf Terhorst'],
      title('Schilder Terhorst - Enschede'),
      foot('© Schilder Terhorst'),
    ],
    [
      'a taxi firm with a legal form',
      'taxi-bern.ch',
      ['Taxi Bern AG'],
      title('Taxi Bern') + og('Taxi Bern AG'),
      foot('© Taxi Bern AG'),
    ],
  ]),
  ...sitesOf('review widget', [
    [
      'stars of a service',
      'zimmerei-holl.de',
      ['Zimmerei Holl'],
      title('Zimmerei Holl') +
        org({
          name: 'Trustpilot',
          url: 'https://zimmerei-holl.de/',
          aggregateRating: { '@type': 'AggregateRating', ratingValue: 5 },
        }),
    ],
    [
      'reviews in French',
      'cave-dubosc.fr',
      ['Cave Dubosc'],
      title('Cave Dubosc, vins de Gascogne') +
        org(
          {
            name: 'Avis clients',
            url: 'https://cave-dubosc.fr/',
            aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.6 },
          },
          'Store',
        ),
    ],
    [
      'the name of an employee',
      'clearviewlaw.com',
      ['Clearview Law'],
      title('Clearview Law | Family lawyers') +
        org(
          { name: 'Rebecca Stone', url: 'https://clearviewlaw.com/', review: [{ '@type': 'Review', reviewRating: 5 }] },
          'LegalService',
        ),
      foot('© Clearview Law LLP'),
    ],
    [
      'the rated owner',
      'petersonpools.com',
      ['Peterson Pools'],
      title('Pools done right') +
        org(
          {
            name: 'Peterson Pools',
            url: 'https://petersonpools.com/',
            aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.9 },
          },
          'LocalBusiness',
        ),
    ],
    [
      'only the widget',
      'ferienhaus-dunen.de',
      '',
      title('Ferien an der See') +
        org(
          {
            name: 'Gästestimmen',
            url: 'https://ferienhaus-dunen.de/',
            aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.9 },
          },
          'LodgingBusiness',
        ),
    ],
  ]),
  ...sitesOf('branches', [
    [
      'dentists in two towns',
      'smilecove.com',
      ['Smile Cove Dental', 'Smile Cove'],
      title('Dentists on the coast') +
        org({ name: 'Smile Cove Dental Newport', url: 'https://smilecove.com/newport' }, 'Dentist') +
        org({ name: 'Smile Cove Dental Salem', url: 'https://smilecove.com/salem' }, 'Dentist'),
    ],
    [
      'a graph of shops',
      'radwerk-laden.de',
      ['Radwerk'],
      title('Radwerk – Fahrräder') +
        jsonLd({
          '@context': 'https://schema.org',
          '@graph': ['Ost', 'West', 'Süd'].map((part) => ({
            '@type': 'BikeStore',
            name: `Radwerk ${part}`,
            url: 'https://radwerk-laden.de/',
          })),
        }),
      foot('© Radwerk'),
    ],
    [
      'houses without a common name',
      'altstadt-hotels.de',
      '',
      title('Zwei Häuser, eine Altstadt') +
        org({ name: 'Zum Anker' }, 'Hotel') +
        org({ name: 'Goldener Hirsch' }, 'Hotel'),
    ],
    [
      'a branch with its chain',
      'cafeminka.cz',
      ['Café Minka', 'Kavárna Minka'],
      title('Café Minka') +
        org({ name: 'Café Minka Brno', branchOf: { '@type': 'Organization', name: 'Café Minka' } }, 'CafeOrCoffeeShop'),
    ],
  ]),
  ...sitesOf('copyright line', [
    [
      'a Korean firm',
      'sejinfilter.co.kr',
      ['SEJIN FILTER Co., Ltd', 'SEJIN FILTER'],
      title('세진 필터'),
      foot('ⓒ 2026. SEJIN FILTER Co., Ltd. All Rights Reserved.'),
    ],
    [
      'a French phrase in front',
      'menuiserie-castel.fr',
      ['Menuiserie Castel'],
      title('Fenêtres et portes'),
      foot('Tous droits réservés - Menuiserie Castel'),
    ],
    [
      'a German number',
      'lackiererei-zorn.de',
      ['Lackiererei Zorn GmbH', 'Lackiererei Zorn'],
      title('Lack und Karosserie'),
      foot('© 2026 Lackiererei Zorn GmbH · USt-IdNr. DE000000000'),
    ],
    [
      'a Polish number',
      'drukarnia-wisla.pl',
      ['Drukarnia Wisła Sp. z o.o', 'Drukarnia Wisła Sp. z o.o.', 'Drukarnia Wisła'],
      title('Druk offsetowy'),
      foot('© Drukarnia Wisła Sp. z o.o. NIP 0000000000. Wszelkie prawa zastrzeżone'),
    ],
    [
      'a British register',
      'hollowaysurveys.co.uk',
      ['Holloway Surveys Ltd', 'Holloway Surveys'],
      title('Land and building surveys'),
      foot('Copyright © 2026 Holloway Surveys Ltd. Registered in England No. 00000000'),
    ],
    [
      'an Australian number',
      'coralbaydive.com.au',
      ['Coral Bay Dive Pty Ltd', 'Coral Bay Dive'],
      title('Reef trips'),
      foot('© 2026 Coral Bay Dive Pty Ltd ABN 00 000 000 000'),
    ],
    [
      'a Danish number',
      'bakkegaard-mejeri.dk',
      ['Bakkegaard Mejeri ApS', 'Bakkegaard Mejeri'],
      title('Ost fra Fyn'),
      foot('© Bakkegaard Mejeri ApS - CVR 00000000'),
    ],
    [
      'imprint links after it',
      'segelschule-priem.de',
      ['Segelschule Priem'],
      title('Segeln lernen'),
      foot('© Segelschule Priem - Impressum - Datenschutz'),
    ],
    [
      'made with love',
      'wollwinkel.at',
      ['Wollwinkel'],
      title('Garne und Kurse'),
      foot('© 2026 Wollwinkel – Made with ♥ by Webhaus'),
    ],
    [
      'a Japanese company',
      'hoshinopump.co.jp',
      ['Hoshino Pump Co., Ltd', 'HOSHINO PUMP CO.,LTD', 'HOSHINO PUMP'],
      title('ポンプの総合メーカー'),
      foot('Copyright(C) HOSHINO PUMP CO.,LTD. All Rights Reserved.'),
    ],
    [
      'a French number',
      'brasserie-duval.fr',
      ['Brasserie Duval SAS', 'Brasserie Duval'],
      title('Bières artisanales'),
      foot('© 2026 Brasserie Duval SAS - SIRET 000 000 000 00000'),
    ],
  ]),
  ...sitesOf('abbreviation', [
    [
      'initials and law',
      'bkt-law.com',
      ['Baker Klein Tate', 'Baker Klein Tate LLP'],
      title('Baker Klein Tate LLP | Trial lawyers'),
    ],
    ['a town hall', 'ayto-montenegro.es', ['Ayuntamiento de Montenegro'], title('Inicio | Ayuntamiento de Montenegro')],
    ['a French town', 'ville-morlay.fr', ['Ville de Morlay', 'Mairie de Morlay'], title('Ville de Morlay - Accueil')],
    [
      'a physician',
      'praxis-dr-sauer.de',
      ['Hausarztpraxis Dr. Sauer', 'Praxis Dr. Sauer'],
      title('Hausarztpraxis Dr. Sauer – Lohr am Main'),
    ],
    ['a German community', 'gemeinde-talheim.de', ['Gemeinde Talheim'], title('Startseite | Gemeinde Talheim')],
    [
      'an architect',
      'arch-bellini.it',
      ['Architetto Bellini', 'Studio Architetto Bellini', 'Studio di Architettura Bellini'],
      title('Architetto Bellini - Progetti'),
    ],
    [
      'a sports club',
      'sv-rotenfels.de',
      ['Sportverein Rotenfels', 'Sportverein Rotenfels 1921', 'SV Rotenfels'],
      title('Sportverein Rotenfels 1921'),
    ],
    ['another firm', 'mkp-group.com', '', title('Industrial holdings | Home')],
    ['an Italian town', 'comune-valdoro.it', ['Comune di Valdoro'], title('Comune di Valdoro - Sito istituzionale')],
  ]),
  ...sitesOf('site name alone', [
    [
      'a studio',
      'wrk38.de',
      ['Werkraum Kollektiv'],
      title('Werkraum Kollektiv – Möbel') + og('Werkraum Kollektiv') + about('Das Werkraum Kollektiv baut Möbel.'),
      '<p>Werkraum Kollektiv</p>',
    ],
    [
      'an app',
      'getfrs.io',
      ['Forestry'],
      title('Forestry | Content for teams') + og('Forestry') + about('Forestry helps teams publish.'),
      '<h1>Publish with Forestry</h1>',
    ],
    [
      'a builder default',
      'amsel7.de',
      '',
      title('Startup') + og('Startup') + about('Lorem ipsum'),
      '<h1>Startup</h1><p>Lorem ipsum dolor</p>',
    ],
    [
      'a Russian clinic',
      'kln-med.ru',
      ['Клиника Здоровье'],
      title('Клиника Здоровье — приём врачей') +
        og('Клиника Здоровье') +
        about('Клиника Здоровье принимает взрослых и детей.'),
      '<p>О нас: Клиника Здоровье</p>',
    ],
    [
      'a slogan as site name',
      'rt-systeme.de',
      '',
      title('Technik, die begeistert') + og('Technik, die begeistert') + about('Technik, die begeistert.'),
      '<h1>Technik, die begeistert</h1>',
    ],
  ]),
  ...sitesOf('several places', [
    [
      'a Hungarian firm',
      'tiszafa.hu',
      ['Tiszafa', 'Tiszafa Kft', 'Tiszafa Kft.'],
      title('Tiszafa Kft. | Faipar'),
      foot('© Tiszafa Kft.'),
    ],
    [
      'a Norwegian shop',
      'fjellsport-butikk.no',
      ['Fjellsport'],
      title('Fjellsport – alt til turen') + og('Fjellsport'),
      foot('© Fjellsport AS'),
    ],
    [
      'an Indonesian maker',
      'karyabambu.co.id',
      ['Karya Bambu', 'PT Karya Bambu'],
      title('PT Karya Bambu - Furniture'),
      foot('© 2026 PT Karya Bambu'),
    ],
    [
      'an Irish charity',
      'openhandscork.ie',
      ['Open Hands Cork'],
      title('Home | Open Hands Cork') + og('Open Hands Cork'),
      foot('Open Hands Cork CLG'),
    ],
    [
      'a South African winery',
      'klipbergwines.co.za',
      ['Klipberg Wines', 'Klipberg'],
      title('Klipberg Wines — Stellenbosch') +
        org({ name: 'Klipberg Wines', url: 'https://klipbergwines.co.za/' }, 'Winery'),
    ],
    [
      'a Mexican school',
      'colegiodelsur.mx',
      ['Colegio del Sur'],
      title('Colegio del Sur | Inscripciones'),
      foot('© Colegio del Sur, A.C.'),
    ],
  ]),
]
