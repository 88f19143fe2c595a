// A second set like the first, of other heads: written and measured once after the rules had been fixed on all others; docs/measurements.md
// has the figures of that run. All of them are made up.
import { about, foot, og, org, type SiteOfKind, sitesOf, title } from './site-of-kind.ts'

const rating = { '@type': 'AggregateRating', ratingValue: '4.8', reviewCount: '131', bestRating: '5' }

export const MARKET_SITES: readonly SiteOfKind[] = [
  ...sitesOf('lander', [
    [
      'an inquiry form',
      'silbersee.org',
      '',
      title('silbersee.org - domain inquiry'),
      '<h1>Interested in this domain?</h1><form>Your offer</form>',
    ],
    [
      'a marketplace title',
      'voltara.com',
      '',
      title('Voltara.com - Buy this premium domain at Spaceship SellerHub') + og('Spaceship'),
    ],
    [
      'a German registrar',
      'heidekraut24.de',
      '',
      title('United Domains - Domain registriert') + about('Diese Domain wurde soeben für einen Kunden registriert.'),
    ],
    [
      'a Strato page',
      'feinkost-anders.de',
      '',
      title('STRATO - Domain reserved'),
      '<p>Diese Internetpräsenz wurde noch nicht freigeschaltet.</p>',
    ],
    [
      'a French host',
      'atelierbleu.fr',
      '',
      title('Site en construction') + og('OVHcloud'),
      '<p>Félicitations ! Votre domaine atelierbleu.fr est bien créé chez OVHcloud !</p>',
    ],
    [
      'a Gandi page',
      'terranova.bio',
      '',
      title('terranova.bio'),
      '<p>This domain name has been registered with Gandi.net</p>',
    ],
    [
      'an Italian offer',
      'olioverde.it',
      '',
      title('olioverde.it: dominio in vendita'),
      '<p>Acquista questo dominio</p>',
    ],
    ['a Spanish one', 'playadorada.com', '', title('Dominio en venta: playadorada.com | Haz tu oferta')],
    ['a Hungarian one', 'zoldliget.hu', '', title('zoldliget.hu eladó domain')],
    ['a Romanian one', 'casanoua.ro', '', title('Domeniul casanoua.ro este de vânzare')],
    [
      'a Danish one',
      'skovhuset.dk',
      '',
      title('skovhuset.dk er parkeret hos Simply.com') + about('Domænet er parkeret'),
    ],
    [
      'a Finnish one',
      'koivuranta.fi',
      '',
      title('Verkkotunnus koivuranta.fi on varattu'),
      '<p>Tämä verkkotunnus on rekisteröity Louhi Oy:n kautta.</p>',
    ],
    [
      'a Chinese holding page',
      'yunhai.com',
      '',
      title('yunhai.com-正在出售-域名交易平台') +
        about('域名 yunhai.com 正在出售中,如果您对该域名感兴趣,请点击此处提供您的报价。'),
    ],
    [
      'a Brazilian one',
      'serraazul.com.br',
      '',
      title('Registro.br'),
      '<p>Domínio reservado. Site hospedado em breve.</p>',
    ],
    [
      'a GoDaddy builder',
      'oakhillpets.com',
      '',
      title('Launching Soon') + og('oakhillpets.com'),
      '<h1>Launching Soon</h1>',
    ],
    [
      'a Namecheap page',
      'finchwick.co',
      '',
      title('finchwick.co — Coming Soon') + about('Registrar parking page'),
      '<p>finchwick.co is coming soon. This domain is registered at Namecheap.</p>',
    ],
    [
      'a mobile lander',
      'rapidofix.net',
      '',
      title('rapidofix.net'),
      '<p>The domain owner maintains this page. Related searches: Phone repair, Cheap cell phones</p>',
    ],
    [
      'a casino on an old name',
      'tsvgruenau.org',
      '',
      title('Slot Gacor Hari Ini | Situs Slot Online Terpercaya') + og('tsvgruenau.org'),
    ],
  ]),
  ...sitesOf('link page', [
    ['a musician', 'hannahvoss.link', '', title('Hannah Voss | Listen on Spotify, Apple Music') + og('Linkfire')],
    [
      'a handle',
      'kikocooks.com',
      '',
      title('kikocooks | Instagram, Facebook, TikTok | Linktree') +
        about('View kikocooks’s Linktree. Listen to their music on YouTube.'),
    ],
    [
      'a Carrd page',
      'renzo.xyz',
      '',
      title('@renzo'),
      '<ul><li><a href="https://x.com/renzo">X</a></li><li><a href="https://twitch.tv/renzo">Twitch</a></li></ul>',
    ],
  ]),
  ...sitesOf('keywords', [
    ['unlisted work', 'kaminbau-nuernberg.com', '', title('Kaminbau Nürnberg | Beratung und Preise')],
    ['a boat trade', 'ponton-bateau-nantes.fr', '', title('Ponton Bateau Nantes : devis gratuit')],
    [
      'air conditioning',
      'klimaanlagen-leipzig.net',
      '',
      title('Klimaanlagen Leipzig ☎ Einbau & Wartung') + og('Klimaanlagen Leipzig'),
    ],
    ['English', 'drivewaycleaningleeds.co.uk', '', title('Driveway Cleaning Leeds | Free Quotes')],
    ['Dutch', 'airco-installatie-utrecht.nl', '', title('Airco installatie Utrecht - Binnen 1 week geplaatst')],
    ['Portuguese', 'desentupidora-curitiba.com.br', '', title('Desentupidora Curitiba 24 Horas | Ligue Agora')],
    [
      'a comparison',
      'hundeversicherung-vergleichen.com',
      '',
      title('Hundeversicherung vergleichen & bis zu 40% sparen'),
    ],
    [
      'an affiliate test',
      'staubsaugerroboter-tests.de',
      '',
      title('Staubsaugerroboter Test 2026: die 10 besten im Vergleich'),
    ],
  ]),
  ...sitesOf('review widget', [
    [
      'a widget that names itself',
      'kanzlei-theissen.de',
      ['Kanzlei Theissen', 'Rechtsanwaltskanzlei Theissen'],
      title('Kanzlei Theissen | Arbeitsrecht in Mainz') +
        org({ name: 'anwalt.de', url: 'https://kanzlei-theissen.de/', aggregateRating: rating }, 'LegalService'),
    ],
    [
      'a widget with a product',
      'bergundtal-outdoor.de',
      ['Berg und Tal Outdoor', 'Berg & Tal Outdoor', 'Berg und Tal'],
      title('Berg &amp; Tal Outdoor – Wanderschuhe') +
        org({ name: 'Wanderschuh Alpina', aggregateRating: rating }, 'Product') +
        org({
          name: 'Trusted Shops Reviews Toolkit',
          url: 'https://www.bergundtal-outdoor.de',
          aggregateRating: rating,
        }),
    ],
    [
      'a clinic with real stars',
      'harborviewdental.com',
      ['Harbor View Dental', 'Harborview Dental'],
      title('Dentist in Salem, OR | Harbor View Dental') +
        org(
          {
            name: 'Harbor View Dental',
            url: 'https://www.harborviewdental.com/',
            aggregateRating: rating,
            address: { '@type': 'PostalAddress', addressLocality: 'Salem' },
          },
          'Dentist',
        ),
    ],
  ]),
  ...sitesOf('branches', [
    [
      'opticians',
      'optik-sommer.de',
      ['Optik Sommer'],
      title('Ihr Optiker in Goslar, Seesen und Clausthal') +
        ['Goslar', 'Seesen', 'Clausthal']
          .map((town) => org({ name: `Optik Sommer ${town}`, url: 'https://optik-sommer.de/' }, 'Optician'))
          .join(''),
    ],
    [
      'a chain with a parent',
      'pizzeria-lucca.at',
      ['Pizzeria Lucca', 'Lucca'],
      title('Pizzeria Lucca') +
        org(
          {
            name: 'Pizzeria Lucca Graz',
            url: 'https://pizzeria-lucca.at/graz',
            parentOrganization: { '@type': 'Organization', name: 'Pizzeria Lucca' },
          },
          'Restaurant',
        ) +
        org(
          {
            name: 'Pizzeria Lucca Wels',
            url: 'https://pizzeria-lucca.at/wels',
            parentOrganization: { '@type': 'Organization', name: 'Pizzeria Lucca' },
          },
          'Restaurant',
        ),
    ],
    [
      'doctors of one house',
      'aerztehaus-am-park.de',
      ['Ärztehaus am Park'],
      title('Ärztehaus am Park') +
        org({ name: 'Dr. med. Ines Roth', url: 'https://aerztehaus-am-park.de/roth' }, 'Physician') +
        org({ name: 'Dr. med. Jan Kuhn', url: 'https://aerztehaus-am-park.de/kuhn' }, 'Physician'),
    ],
  ]),
  ...sitesOf('copyright line', [
    [
      'a Polish company',
      'stolarniakowal.pl',
      ['Stolarnia Kowal', 'Stolarnia Kowal Sp. z o.o.', 'Stolarnia Kowal sp. z o.o.'],
      title('Strona główna'),
      foot('© 2026 Stolarnia Kowal Sp. z o.o. Wszelkie prawa zastrzeżone. Realizacja: Studio Mewa'),
    ],
    [
      'a Danish company',
      'brdholm.dk',
      ['Brdr. Holm', 'Brdr. Holm A/S', 'Brødrene Holm A/S'],
      title('Forside'),
      foot('Copyright © 2026 Brdr. Holm A/S | CVR 00000000 | Cookiepolitik'),
    ],
    [
      'a Croatian one',
      'mlinaradria.hr',
      ['Mlinar Adria', 'Mlinar Adria d.o.o.'],
      title('Početna'),
      foot('© Mlinar Adria d.o.o. 2026. Sva prava pridržana.'),
    ],
    [
      'a Vietnamese one',
      'thienlongphat.vn',
      ['Thiên Long Phát', 'Công ty TNHH Thiên Long Phát', 'Công Ty TNHH Thiên Long Phát'],
      title('Trang chủ'),
      foot('Bản quyền © 2026 thuộc về Công ty TNHH Thiên Long Phát'),
    ],
    [
      'an Indonesian one',
      'sumberjayaabadi.co.id',
      ['PT Sumber Jaya Abadi', 'Sumber Jaya Abadi', 'PT. Sumber Jaya Abadi'],
      title('Beranda'),
      foot('Hak Cipta © 2026 PT. Sumber Jaya Abadi. Hak cipta dilindungi undang-undang.'),
    ],
    [
      'an Israeli one',
      'galilfoods.co.il',
      ['Galil Foods', 'Galil Foods Ltd', 'Galil Foods Ltd.'],
      title('דף הבית'),
      foot('כל הזכויות שמורות © Galil Foods Ltd. 2026'),
    ],
    [
      'two lines',
      'westmoorfarm.co.uk',
      ['Westmoor Farm', 'Westmoor Farm Ltd'],
      title('Home'),
      '<footer><p>© 2026</p><p>Westmoor Farm Ltd. Registered in England 00000000</p></footer>',
    ],
    [
      'a name before the sign',
      'glazenwasserbos.nl',
      ['Glazenwasser Bos', 'Glazenwasserij Bos'],
      title('Welkom'),
      foot('Glazenwasserij Bos © 2026 - Algemene voorwaarden - Privacy'),
    ],
    [
      'a Taiwanese company',
      'fengyuan-precision.com.tw',
      [
        '豐源精密',
        '豐源精密股份有限公司',
        'Fengyuan Precision',
        'Fengyuan Precision Co., Ltd.',
        'Fengyuan Precision Co., Ltd',
      ],
      title('首頁'),
      foot('Copyright © 2026 Fengyuan Precision Co., Ltd. 版權所有'),
    ],
    [
      'a Shopify line',
      'amberandwren.com',
      ['Amber & Wren', 'Amber and Wren'],
      title('Handmade jewelry, made slowly'),
      foot('© 2026, Amber & Wren Powered by Shopify'),
    ],
    [
      'a holding signs',
      'nimbuspad.app',
      ['Nimbuspad', 'NimbusPad'],
      title('NimbusPad – notes that sync'),
      foot('© 2026 Greywater Holdings LLC'),
    ],
  ]),
  ...sitesOf('abbreviation', [
    [
      'tax advisers',
      'wbs-steuern.de',
      ['WBS Steuerberater', 'WBS Steuerberatung', 'WBS', 'Wagner Bauer Seidl Steuerberater', 'Wagner Bauer Seidl'],
      title('WBS Steuerberatung – Wagner Bauer Seidl | Passau'),
    ],
    [
      'an Italian town',
      'comune-montelupo.it',
      ['Comune di Montelupo'],
      title('Comune di Montelupo') + og('Comune di Montelupo'),
    ],
    [
      'a Portuguese parish',
      'jf-vilanova.pt',
      ['Junta de Freguesia de Vila Nova', 'Freguesia de Vila Nova'],
      title('Junta de Freguesia de Vila Nova - Início'),
    ],
    [
      'a sports club',
      'tsv-ahlbeck.de',
      [
        'TSV Ahlbeck',
        'TSV Ahlbeck 1921 e.V.',
        'TSV Ahlbeck 1921',
        'Turn- und Sportverein Ahlbeck',
        'TSV Ahlbeck 1921 e. V.',
      ],
      title('TSV Ahlbeck 1921 e.V. – Startseite'),
    ],
    [
      'a veterinary practice',
      'tap-kirchner.de',
      ['Tierarztpraxis Kirchner', 'TAP Kirchner'],
      title('Tierarztpraxis Kirchner in Vechta'),
    ],
    [
      'a firm of architects',
      'dhn-architekten.ch',
      ['DHN Architekten', 'DHN Architekten AG'],
      title('DHN Architekten AG') + og('DHN Architekten AG'),
    ],
  ]),
  ...sitesOf('site name alone', [
    ['a bakery', 'pekarnaruska.cz', ['Pekárna Ruška'], title('Čerstvý chléb každý den') + og('Pekárna Ruška')],
    [
      'a coach',
      'klarblick-coaching.de',
      ['Klarblick Coaching', 'Klarblick'],
      title('Coaching für Führungskräfte') + og('Klarblick Coaching'),
    ],
    ['a label', 'rotundarecords.com', ['Rotunda Records'], title('Artists · Releases · Shop') + og('Rotunda Records')],
    ['a theme name', 'steinmetz-adler.de', '', title('Startseite') + og('Avada Handwerk')],
  ]),
  ...sitesOf('footer', [
    [
      'a startup',
      'usegrainline.com',
      ['Grainline', 'Grainline Inc.', 'Grainline, Inc.', 'Grainline, Inc'],
      title('Grainline — Supply chain, simplified') + og('Grainline'),
      foot('© Grainline, Inc. 548 Market St'),
    ],
    [
      'a bank',
      'raiffbank-moos.it',
      ['Raiffbank Moos'],
      title('Raiffbank Moos | Privatkunden') +
        org({ name: 'Raiffbank Moos', url: 'https://www.raiffbank-moos.it' }, 'BankOrCreditUnion'),
    ],
    [
      'a newspaper',
      'elvaracourier.com',
      ['Elvara Courier', 'The Elvara Courier'],
      title('The Elvara Courier | Local news') +
        og('The Elvara Courier') +
        org({ name: 'The Elvara Courier', url: 'https://elvaracourier.com' }, 'NewsMediaOrganization'),
    ],
    [
      'an agency and its client',
      'hotel-kornelius.de',
      ['Hotel Kornelius'],
      title('Hotel Kornelius – 4 Sterne in Trier') + '<meta name="author" content="Pixelwerk GmbH">',
      foot('© Hotel Kornelius · Konzept & Design: Pixelwerk GmbH'),
    ],
    [
      'a shop in two languages',
      'chaletdufromage.ch',
      ['Chalet du Fromage'],
      title('Chalet du Fromage | Käse & Fromage') + og('Chalet du Fromage'),
    ],
    [
      'a store of an Indian brand',
      'neelamsarees.in',
      ['Neelam Sarees'],
      title('Buy Sarees Online | Silk, Cotton & Designer Sarees - Neelam Sarees') + og('Neelam Sarees'),
    ],
    [
      'a Russian company',
      'stalprom-ural.ru',
      [
        'Стальпром Урал',
        'СтальПром Урал',
        'ООО «СтальПром Урал»',
        'ООО СтальПром Урал',
        'СтальПром-Урал',
        'ООО «СтальПром-Урал»',
      ],
      title('Металлопрокат оптом — СтальПром-Урал') + og('СтальПром-Урал'),
    ],
    [
      'a Japanese clinic',
      'midori-shika.jp',
      ['みどり歯科', 'みどり歯科医院', 'Midori Shika'],
      title('みどり歯科医院｜横浜市の歯医者') + og('みどり歯科医院'),
    ],
    ['a zoo of a town', 'zoo-krefeld.info', ['Zoo Krefeld'], title('Zoo Krefeld – Tiere erleben')],
    [
      'a coined word and its town',
      'holzwurm-bremen.de',
      ['Holzwurm Bremen', 'Holzwurm'],
      title('Holzwurm Bremen – Möbel nach Maß') + og('Holzwurm Bremen'),
      foot('© 2026 Holzwurm Bremen'),
    ],
  ]),
]
