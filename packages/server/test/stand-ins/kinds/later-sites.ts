// A second set of the same kinds, written after the rules had been fixed on the first two. All of them are made up.
import { jsonLd } from '../website.ts'
import { about, foot, og, org, type SiteOfKind, sitesOf, title } from './site-of-kind.ts'

const RATED = { aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.8', reviewCount: '31' } }

export const LATER_SITES_OF_KIND: readonly SiteOfKind[] = [
  ...sitesOf('lander', [
    [
      'an auction',
      'copperwell.net',
      '',
      title('copperwell.net') + about('Bid on copperwell.net in our expired domain auction.'),
      '<p>Place a bid</p><p>Auction ends in 3 days</p>',
    ],
    [
      'a Swedish registrar',
      'bjorkbageri.se',
      '',
      title('bjorkbageri.se'),
      '<p>Domänen är registrerad. Här kommer snart en ny webbplats.</p>',
    ],
    [
      'a name with a price',
      'tandemly.com',
      '',
      title('Tandemly.com - Buy it for $2,450'),
      '<h1>Tandemly.com</h1><p>30-day money back guarantee. Quick delivery of the domain.</p>',
    ],
    [
      'a builder without content',
      'weidenhof-nord.de',
      '',
      title('Weidenhof Nord') + og('Weidenhof Nord'),
      '<p>Diese Website befindet sich im Aufbau.</p>',
    ],
    [
      'a German offer in a sentence',
      'kaffeekanne.com',
      '',
      title('Kaffeekanne.com'),
      '<p>Die Domain kaffeekanne.com können Sie hier kaufen oder mieten.</p>',
    ],
  ]),
  ...sitesOf('link page', [
    [
      'a musician',
      'delfinaofficial.com',
      '',
      title('Delfina') + og('Linktree') + about('Listen, follow, tickets'),
      '<a>Spotify</a>',
    ],
    ['a handle in the description', 'bentobex.com', '', title('@bento.bex | Instagram, TikTok'), '<a>TikTok</a>'],
  ]),
  ...sitesOf('keywords', [
    [
      'cleaners of a town',
      'gebaeudereinigung-dresden.de',
      '',
      title('Gebäudereinigung Dresden | Reinigungsfirma') + og('Gebäudereinigung Dresden'),
      foot('© Gebäudereinigung Dresden'),
    ],
    ['a photographer of a town', 'hochzeitsfotograf-graz.at', '', title('Hochzeitsfotograf Graz')],
    [
      'a lawyer with a name and a town',
      'anwalt-dettmer.de',
      ['Anwalt Dettmer', 'Rechtsanwalt Dettmer'],
      title('Anwalt Dettmer Hannover | Familienrecht'),
      foot('© Anwalt Dettmer'),
    ],
    ['cheap loans', 'guenstige-kredite-online.de', '', title('Günstige Kredite online')],
    [
      'movers in the Netherlands',
      'verhuisbedrijf-rotterdam.nl',
      '',
      title('Verhuisbedrijf Rotterdam') +
        org({ name: 'Verhuisbedrijf Rotterdam', url: 'https://verhuisbedrijf-rotterdam.nl' }, 'MovingCompany'),
    ],
  ]),
  ...sitesOf('review widget', [
    [
      'stars with the product shown',
      'thermalux.ch',
      ['Thermalux', 'Thermalux AG'],
      title('Thermalux AG – Wärmepumpen') +
        org({ name: 'Wärmepumpe TX 300', url: 'https://thermalux.ch/', ...RATED }, 'Store'),
    ],
    [
      'reviews on a map service',
      'lunadental.pt',
      ['Luna Dental', 'Clínica Luna Dental'],
      title('Clínica Luna Dental | Braga') +
        org({ name: 'Google Reviews', url: 'https://lunadental.pt/', ...RATED }, 'Dentist'),
    ],
    [
      'the rated owner under another name',
      'vdh-zorg.nl',
      ['Van der Helm Thuiszorg'],
      title('Van der Helm Thuiszorg') +
        org({ name: 'Van der Helm Thuiszorg', url: 'https://vdh-zorg.nl/', ...RATED }, 'LocalBusiness'),
    ],
  ]),
  ...sitesOf('branches', [
    [
      'pharmacies',
      'apotheken-quell.de',
      ['Quell Apotheken', 'Quell-Apotheken', 'Quell Apotheke'],
      title('Quell-Apotheken | Aalen') +
        org({ name: 'Quell Apotheke am Markt', url: 'https://apotheken-quell.de/markt' }, 'Pharmacy') +
        org({ name: 'Quell Apotheke Süd', url: 'https://apotheken-quell.de/sued' }, 'Pharmacy'),
    ],
    [
      'departments of a firm',
      'norvik.is',
      ['Norvik'],
      title('Norvik') +
        jsonLd({
          '@context': 'https://schema.org',
          '@graph': [
            { '@type': 'Organization', name: 'Norvik', url: 'https://norvik.is/' },
            { '@type': 'Store', name: 'Norvik Outlet', url: 'https://norvik.is/' },
          ],
        }),
    ],
    [
      'three restaurants, one host',
      'tischgesellschaft.ch',
      ['Tischgesellschaft'],
      title('Tischgesellschaft') +
        ['Löwen', 'Rössli']
          .map((house) => org({ name: house, url: 'https://tischgesellschaft.ch/' }, 'Restaurant'))
          .join(''),
      foot('© Tischgesellschaft AG'),
    ],
  ]),
  ...sitesOf('copyright line', [
    [
      'a range and by',
      'larkfield.dev',
      ['Larkfield Systems', 'Larkfield Systems Inc', 'Larkfield Systems Inc.'],
      title('Build faster'),
      foot('Copyright © 2014–2026 by Larkfield Systems Inc. All rights reserved.'),
    ],
    [
      'an Austrian form',
      'schnitzerei-moser.at',
      ['Schnitzerei Moser e.U.', 'Schnitzerei Moser e.U', 'Schnitzerei Moser'],
      title('Krippen und Figuren'),
      foot('© 2026 Schnitzerei Moser e.U. | UID ATU00000000 | Impressum'),
    ],
    [
      'a Czech number',
      'sklarny-jizera.cz',
      ['Sklárny Jizera s.r.o.', 'Sklárny Jizera s.r.o', 'Sklárny Jizera'],
      title('České sklo'),
      foot('© Sklárny Jizera s.r.o. IČO: 00000000, DIČ: CZ00000000'),
    ],
    [
      'a Portuguese phrase in front',
      'azulejospinho.pt',
      ['Azulejos Pinho', 'Azulejos Pinho, Lda'],
      title('Cerâmica portuguesa'),
      foot('Todos os direitos reservados © Azulejos Pinho, Lda'),
    ],
    [
      'a Chinese footer',
      'tianhepump.cn',
      ['天河泵业有限公司', '天河泵业', 'Tianhe Pump'],
      title('天河泵业有限公司-工业泵'),
      foot('版权所有 © 天河泵业有限公司 粤ICP备00000000号'),
    ],
    [
      'a phone number after it',
      'elektro-hansen.no',
      ['Elektro Hansen AS', 'Elektro Hansen'],
      title('Din elektriker'),
      foot('© Elektro Hansen AS · Tlf 00 00 00 00'),
    ],
    [
      'design in the name',
      'meyerdesign.studio',
      ['Meyer Design Studio', 'Meyer Design'],
      title('Interiors'),
      foot('© 2026 Meyer Design Studio'),
    ],
  ]),
  ...sitesOf('abbreviation', [
    [
      'a music school',
      'ms-hallstein.de',
      ['Musikschule Hallstein', 'Musikschule Hallstein e.V.'],
      title('Musikschule Hallstein e.V.'),
    ],
    ['a clinic', 'tk-auental.at', ['Tierklinik Auental'], title('Tierklinik Auental - 24 Stunden')],
    [
      'initials of partners',
      'rsw-partner.ch',
      ['Roth Suter Weber Partner', 'Roth Suter Weber', 'RSW Partner'],
      title('Roth Suter Weber Partner | Treuhand'),
    ],
    [
      'a town in France',
      'mairie-valbonnet.fr',
      ['Mairie de Valbonnet', 'Commune de Valbonnet'],
      title('Commune de Valbonnet') + og('Mairie de Valbonnet'),
    ],
    [
      'a fire brigade in Poland',
      'osp-zalesie.pl',
      ['Ochotnicza Straż Pożarna Zalesie', 'OSP Zalesie'],
      title('Ochotnicza Straż Pożarna Zalesie'),
    ],
    ['letters that fit nothing', 'kvb-media.de', '', title('Agentur für Sichtbarkeit')],
  ]),
  ...sitesOf('site name alone', [
    [
      'a label',
      'tnsl.fm',
      ['Tunnel Records'],
      title('Tunnel Records') + og('Tunnel Records') + about('Tunnel Records releases ambient music from Leipzig.'),
      '<p>New on Tunnel Records</p>',
    ],
    [
      'a demo shop',
      'shop-neumann2.de',
      '',
      title('Fashionista') + og('Fashionista') + about('Fashionista - Responsive Prestashop Theme'),
      '<p>Fashionista brings you style.</p>',
    ],
    [
      'a page about a topic',
      'ht-2030.de',
      '',
      title('Wärmewende vor Ort') + og('Wärmewende'),
      '<h1>Wärmewende vor Ort</h1>',
    ],
  ]),
  ...sitesOf('several places', [
    [
      'a Finnish shop',
      'mokkituli.fi',
      ['Mökkituli', 'Mökkituli Oy'],
      title('Mökkituli – takat ja kiukaat') + og('Mökkituli'),
      foot('© Mökkituli Oy'),
    ],
    [
      'a Thai exporter',
      'siamorchidexport.co.th',
      ['Siam Orchid Export', 'Siam Orchid Export Co., Ltd.', 'Siam Orchid Export Co., Ltd'],
      title('Siam Orchid Export Co., Ltd.'),
      foot('© 2026 Siam Orchid Export Co., Ltd.'),
    ],
    [
      'an Argentine firm',
      'metalurgicarosales.com.ar',
      ['Metalúrgica Rosales', 'Metalúrgica Rosales S.A.'],
      title('Metalúrgica Rosales S.A. | Estructuras'),
      foot('© Metalúrgica Rosales S.A.'),
    ],
    [
      'a Croatian winery',
      'vinarija-kosic.hr',
      ['Vinarija Kosić'],
      title('Naslovnica - Vinarija Kosić') + og('Vinarija Kosić'),
    ],
    [
      'a Kenyan firm',
      'savannahsolar.co.ke',
      ['Savannah Solar', 'Savannah Solar Ltd'],
      title('Savannah Solar | Clean energy'),
      foot('© Savannah Solar Ltd'),
    ],
    [
      'a Slovak maker',
      'drevodom-tatry.sk',
      ['Drevodom Tatry', 'Drevodom Tatry s.r.o.'],
      title('Drevodom Tatry s.r.o. - Drevené domy'),
      foot('© 2026 Drevodom Tatry s.r.o.'),
    ],
  ]),
]
