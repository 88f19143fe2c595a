// Heads as registrars, page builders and plugins write them, in many languages. Written without a look at the rules and measured once
// before they changed: docs/measurements.md has the figures of that run. All of them are made up.
import { about, foot, og, org, type SiteOfKind, sitesOf, title } from './site-of-kind.ts'

const yoast = (domain: string, name: string, members: object[] = []) =>
  `<script type="application/ld+json" class="yoast-schema-graph">${JSON.stringify({
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'WebPage', '@id': `https://${domain}/`, url: `https://${domain}/`, name },
      { '@type': 'WebSite', '@id': `https://${domain}/#website`, url: `https://${domain}/`, name, description: '' },
      ...members,
    ],
  })}</script>`

export const STREET_SITES: readonly SiteOfKind[] = [
  ...sitesOf('lander', [
    [
      'a marketplace with a price',
      'kornblumen.net',
      '',
      title('kornblumen.net jetzt kaufen | Preis auf Anfrage') + og('Sedo'),
    ],
    [
      'links on a topic',
      'gartenlauben.com',
      '',
      title('gartenlauben.com - Diese Website steht zum Verkauf! - Informationen zum Thema gartenlauben.') +
        about(
          'Diese Website steht zum Verkauf! gartenlauben.com ist die beste Quelle für alle Informationen die Sie suchen.',
        ),
    ],
    [
      'a French offer',
      'vinsdusud.fr',
      '',
      title('Le nom de domaine vinsdusud.fr est à vendre'),
      '<h1>vinsdusud.fr</h1><p>Ce nom de domaine est disponible à la vente.</p>',
    ],
    [
      'a brandable name',
      'zentavo.com',
      '',
      title('Zentavo.com | Brandable Business Name') +
        og('BrandBucket') +
        about('Zentavo is a catchy, memorable name for a fintech startup.'),
    ],
    ['a lease to own', 'oakharbor.co', '', title('OakHarbor.co is for sale | HugeDomains') + og('HugeDomains')],
    [
      'a Polish offer',
      'lesnachata.pl',
      '',
      title('lesnachata.pl - domena na sprzedaż'),
      '<p>Ta domena jest na sprzedaż. Złóż ofertę.</p>',
    ],
    [
      'a Japanese registrar',
      'aoimori.jp',
      '',
      title('aoimori.jp | お名前.com') + about('このドメインはお名前.comで取得されています。'),
      '<p>このドメインは、お名前.comから取得されました。</p>',
    ],
    [
      'a Chinese offer',
      'qingfeng.cn',
      '',
      title('qingfeng.cn 域名出售') + about('您正在访问的域名可以转让！'),
      '<h1>您正在访问的域名可以出售</h1>',
    ],
    [
      'a Russian host',
      'teplyidom.ru',
      '',
      title('Домен teplyidom.ru зарегистрирован'),
      '<p>Домен зарегистрирован в REG.RU. Сайт пока не создан.</p>',
    ],
    [
      'a Portuguese registrar',
      'casaverde.pt',
      '',
      title('Domínio registado'),
      '<p>O domínio casaverde.pt foi registado na PTisp.</p>',
    ],
    [
      'a Swedish one',
      'granbacken.se',
      '',
      title('granbacken.se är parkerad hos Loopia') + og('Loopia'),
      '<p>Den här domänen är parkerad.</p>',
    ],
    [
      'a Dutch one',
      'molenzicht.nl',
      '',
      title('Gereserveerd voor een klant van TransIP') + about('Dit domein is gereserveerd door een klant.'),
    ],
    [
      'an Afternic page',
      'pinebrook.ai',
      '',
      title('PineBrook.ai') + about('Get this domain on Afternic, the premier marketplace'),
      '<h1>PineBrook.ai</h1><p>Make an offer. The domain pinebrook.ai may be for sale by its owner.</p>',
    ],
    ['a Turkish one', 'yesilvadi.com', '', title('yesilvadi.com satılık alan adı')],
    [
      'an auction of an expired name',
      'bluefoundry.org',
      '',
      title('bluefoundry.org has expired | Registrar Auctions'),
      '<p>This domain has expired. If you owned this domain, contact your domain registration service provider.</p>',
    ],
    [
      'a server page of Plesk',
      'wolfersdorf.net',
      '',
      title('Domain Default page') +
        '<meta name="copyright" content="Copyright 1999-2026. WebPros International GmbH. All rights reserved.">',
      '<h1>Web Server’s Default Page</h1>',
    ],
    [
      'a Korean one',
      'haneulsoft.co.kr',
      '',
      title('가비아 - 도메인 등록 완료'),
      '<p>이 도메인은 가비아를 통해 등록된 도메인입니다.</p>',
    ],
    [
      'a premium name',
      'solargrid.io',
      '',
      title('SolarGrid - Premium Domain Name') + og('Atom') + about('SolarGrid.io is available. Buy now with escrow.'),
    ],
    ['a Ukrainian one', 'zelenyihai.com.ua', '', title('Домен припарковано | zelenyihai.com.ua')],
  ]),
  ...sitesOf('link page', [
    ['a tree of links', 'marapohl.me', '', title('@marapohl | Linktree') + og('Linktree')],
    ['a bio with a handle', 'dj-nox.com', '', title('DJ NOX (@djnox) | Instagram, TikTok | Beacons') + og('Beacons')],
    [
      'a handle alone',
      'lenabakes.co',
      '',
      title('@lenabakes'),
      '<a href="https://instagram.com/lenabakes">Instagram</a><a href="https://youtube.com/@lenabakes">YouTube</a>',
    ],
    ['a card of a person', 'tomfischer.bio', '', title("tom fischer's links") + og('bio.link')],
  ]),
  ...sitesOf('keywords', [
    ['a trade and a town', 'dachdecker-dortmund.net', '', title('Dachdecker Dortmund ✓ Meisterbetrieb ✓ Günstig')],
    ['an emergency plumber', 'plombier-paris-15.fr', '', title('Plombier Paris 15 : Dépannage 24h/24 et 7j/7')],
    [
      'a locksmith',
      'cerrajeros-valencia-24h.es',
      '',
      title('Cerrajeros Valencia 24 horas | Baratos y Urgentes') + og('Cerrajeros Valencia 24 horas'),
    ],
    [
      'loans',
      'bestpersonalloans.net',
      '',
      title('Best Personal Loans of 2026 - Compare Rates') + og('Best Personal Loans'),
    ],
    ['movers', 'umzugsunternehmen-koeln.org', '', title('Umzugsunternehmen Köln - Umzug ab 199 €')],
    ['an Italian rental', 'noleggioautomilano.com', '', title('Noleggio Auto Milano: prezzi e offerte')],
    ['Polish windows', 'okna-warszawa.net.pl', '', title('Okna Warszawa - okna PCV, drzwi, rolety')],
  ]),
  ...sitesOf('review widget', [
    [
      'ratings by a portal',
      'fahrschule-arnold.de',
      ['Fahrschule Arnold'],
      title('Fahrschule Arnold in Soest') +
        org({
          name: 'ProvenExpert.com',
          url: 'https://fahrschule-arnold.de',
          aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.9, reviewCount: 88 },
        }),
    ],
    [
      'a product with stars',
      'tinyspoon.co.uk',
      ['Tiny Spoon'],
      title('Organic Baby Food | Tiny Spoon') +
        og('Tiny Spoon') +
        org({
          name: 'Reviews.io',
          url: 'https://www.tinyspoon.co.uk',
          aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.7' },
        }),
    ],
    [
      'stars for keywords',
      'zahnimplantate-essen.com',
      '',
      title('Zahnimplantate Essen ★★★★★ Kosten & Termine') +
        org(
          {
            name: 'Zahnimplantate Essen',
            url: 'https://zahnimplantate-essen.com',
            aggregateRating: { '@type': 'AggregateRating', ratingValue: 5 },
          },
          'LocalBusiness',
        ),
    ],
  ]),
  ...sitesOf('branches', [
    [
      'two salons',
      'haarwerk.ch',
      ['Haarwerk', 'haarwerk'],
      title('Haarwerk – Coiffeur in Bern und Thun') +
        org({ name: 'Haarwerk Bern', url: 'https://haarwerk.ch', address: 'Bern' }, 'HairSalon') +
        org({ name: 'Haarwerk Thun', url: 'https://haarwerk.ch', address: 'Thun' }, 'HairSalon'),
    ],
    [
      'three gyms',
      'ironyard.ie',
      ['Iron Yard', 'Iron Yard Gyms', 'Iron Yard Gym'],
      title('Iron Yard Gyms | Cork, Galway, Limerick') +
        og('Iron Yard') +
        yoast('ironyard.ie', 'Iron Yard', [
          { '@type': 'ExerciseGym', name: 'Iron Yard Cork', url: 'https://ironyard.ie/' },
          { '@type': 'ExerciseGym', name: 'Iron Yard Galway', url: 'https://ironyard.ie/' },
        ]),
    ],
    [
      'branches without a common name',
      'pflegedienste-nord.de',
      '',
      title('Ambulante Pflege in Ihrer Nähe') +
        org({ name: 'Haus Birke', url: 'https://pflegedienste-nord.de' }, 'LocalBusiness') +
        org({ name: 'Haus Ahorn', url: 'https://pflegedienste-nord.de' }, 'LocalBusiness'),
    ],
  ]),
  ...sitesOf('copyright line', [
    [
      'an Italian tax number',
      'ricambimori.it',
      ['Ricambi Mori', 'Ricambi Mori S.r.l.', 'Ricambi Mori S.r.l'],
      title('Ricambi agricoli'),
      foot('© 2026 Ricambi Mori S.r.l. - P.IVA 00000000000 - Tutti i diritti riservati'),
    ],
    [
      'a Korean company',
      'haneultech.co.kr',
      ['HANEUL TECH', 'HANEULTECH', 'HANEUL TECH Co., Ltd', 'HANEULTECH Co., Ltd.', 'HANEULTECH Co., Ltd'],
      title('메인'),
      foot('COPYRIGHT ⓒ 2026. HANEULTECH Co., Ltd. ALL RIGHTS RESERVED.'),
    ],
    [
      'rights first',
      'tischlerei-brandl.at',
      ['Tischlerei Brandl'],
      title('Startseite'),
      foot('Alle Rechte vorbehalten – Tischlerei Brandl'),
    ],
    [
      'a French maker',
      'menuiserie-caradec.bzh',
      ['Menuiserie Caradec'],
      title('Accueil'),
      foot('Menuiserie Caradec © 2019-2026 | Mentions légales | Réalisation : Agence Kelt'),
    ],
    [
      'a Spanish one',
      'aceitesmolina.es',
      ['Aceites Molina', 'Aceites Molina S.L.', 'Aceites Molina, S.L.'],
      title('Inicio'),
      foot('Copyright 2026 Aceites Molina, S.L. Todos los derechos reservados'),
    ],
    [
      'a Japanese one',
      'sakuraseiko.co.jp',
      [
        'Sakura Seiko',
        'SAKURA SEIKO',
        'Sakura Seiko Co., Ltd.',
        'SAKURA SEIKO CO., LTD.',
        'SAKURA SEIKO CO., LTD',
        'サクラ精工',
        '株式会社サクラ精工',
        'サクラ精工株式会社',
      ],
      title('サクラ精工株式会社 | 精密部品'),
      foot('Copyright (C) SAKURA SEIKO CO., LTD. All Rights Reserved.'),
    ],
    [
      'the builder of the site',
      'pensionwaldrand.de',
      ['Pension Waldrand'],
      title('Pension Waldrand – Urlaub im Harz'),
      foot('© Webdesign Kessler 2026'),
    ],
    [
      'a theme',
      'cafelumen.nl',
      ['Café Lumen', 'Cafe Lumen'],
      title('Café Lumen'),
      foot('© 2026 Café Lumen. Theme by Bluchic. Powered by WordPress'),
    ],
    [
      'a Czech one',
      'strojirnynovak.cz',
      ['Strojírny Novák', 'Strojírny Novák s.r.o.', 'Strojírny Novák, s.r.o.'],
      title('Úvod'),
      foot('© 2026 Strojírny Novák s.r.o. Všechna práva vyhrazena'),
    ],
    [
      'a Greek one',
      'elaionaskriti.gr',
      ['Ελαιώνας Κρήτη', 'Elaionas Kriti'],
      title('Αρχική'),
      foot('© 2026 Elaionas Kriti. Με επιφύλαξη παντός δικαιώματος'),
    ],
  ]),
  ...sitesOf('abbreviation', [
    [
      'law partners',
      'kmr-legal.de',
      ['KMR Legal', 'KMR Rechtsanwälte', 'Kranz Maurer Reuter Rechtsanwälte'],
      title('Kranz Maurer Reuter Rechtsanwälte | Frankfurt'),
    ],
    [
      'a Spanish town',
      'ayto-valdeolmos.es',
      ['Ayuntamiento de Valdeolmos', 'Ayto Valdeolmos'],
      title('Ayuntamiento de Valdeolmos | Página oficial'),
    ],
    [
      'a French town',
      'mairie-sainteolive.fr',
      ['Mairie de Sainte-Olive', 'Mairie de Sainte Olive', 'Sainte-Olive', 'Mairie Sainte-Olive'],
      title('Mairie de Sainte-Olive - Site officiel de la commune'),
    ],
    [
      'a doctor',
      'praxis-dr-lindner.de',
      ['Praxis Dr. Lindner', 'Praxis Dr Lindner', 'Praxis Dr. med. Anna Lindner'],
      title('Praxis Dr. med. Anna Lindner | Hausärztin in Melle') + og('Praxis Dr. Lindner'),
    ],
    [
      'an association',
      'bvhk-online.de',
      ['BVHK', 'Bundesverband Handkunst', 'Bundesverband Handkunst e.V.', 'BVHK e.V.', 'Bundesverband Handkunst e. V.'],
      title('BVHK – Bundesverband Handkunst e.V.'),
    ],
    [
      'an engineering office',
      'ib-haberland.de',
      ['Ingenieurbüro Haberland', 'IB Haberland'],
      title('Ingenieurbüro Haberland – Statik und Tragwerksplanung'),
    ],
  ]),
  ...sitesOf('site name alone', [
    [
      'a shop',
      'nordlicht-kerzen.de',
      ['Nordlicht Kerzen', 'Nordlicht-Kerzen'],
      title('Handgegossene Kerzen aus Kiel') + og('Nordlicht Kerzen'),
    ],
    ['a studio', 'studiohalma.com', ['Studio Halma'], title('Interiors with a point of view') + og('Studio Halma')],
    ['a builder default', 'tavola-verde.com', '', title('Home') + og('My Site')],
    [
      'a shorter name',
      'getplumline.com',
      ['Plumline'],
      title('Project management that stays out of your way') + og('Plumline'),
    ],
    ['a name unlike the domain', 'gasthof-alpenblick.at', '', title('Willkommen') + og('Website')],
  ]),
  ...sitesOf('footer', [
    [
      'a page of WordPress with a graph',
      'brauereihirsch.com',
      ['Brauerei Hirsch', 'Brauerei Hirsch GmbH & Co. KG'],
      title('Brauerei Hirsch – Bier aus dem Allgäu') +
        og('Brauerei Hirsch') +
        yoast('brauereihirsch.com', 'Brauerei Hirsch', [
          {
            '@type': 'Organization',
            '@id': 'https://brauereihirsch.com/#organization',
            name: 'Brauerei Hirsch GmbH &amp; Co. KG',
            url: 'https://brauereihirsch.com/',
          },
        ]),
    ],
    [
      'a shop of Shopify',
      'moosandbark.com',
      ['Moos & Bark', 'Moos and Bark'],
      title('Moos &amp; Bark') +
        og('Moos &amp; Bark') +
        org({
          name: 'Moos & Bark',
          logo: 'https://moosandbark.com/logo.png',
          sameAs: ['', ''],
          url: 'https://moosandbark.com',
        }),
    ],
    [
      'a page of Wix',
      'claraandco.studio',
      ['Clara & Co', 'Clara & Co.', 'Clara and Co'],
      title('Home | Clara &amp; Co') +
        og('Clara &amp; Co') +
        '<meta name="generator" content="Wix.com Website Builder"/>',
    ],
    [
      'a page of Squarespace',
      'ferngully-ceramics.com',
      ['Ferngully Ceramics'],
      title('Ferngully Ceramics') +
        og('Ferngully Ceramics') +
        org(
          { url: 'https://www.ferngully-ceramics.com', name: 'Ferngully Ceramics', image: '//images.example/logo.png' },
          'WebSite',
        ) +
        org({ legalName: '', address: '', email: '', telephone: '', sameAs: [] }),
    ],
    [
      'a page of a German chamber',
      'ihk-ostwald.de',
      ['IHK Ostwald', 'Industrie- und Handelskammer Ostwald'],
      title('Startseite - IHK Ostwald') + og('IHK Ostwald'),
    ],
    [
      'a SaaS',
      'tallyhook.io',
      ['Tallyhook', 'Tallyhook Inc.', 'Tallyhook, Inc.', 'Tallyhook, Inc'],
      title('Tallyhook | Webhooks you can count on') +
        og('Tallyhook') +
        '<meta name="application-name" content="Tallyhook">',
      foot('© 2026 Tallyhook, Inc. SOC 2 Type II'),
    ],
    [
      'a foundation',
      'fondationarvel.ch',
      ['Fondation Arvel'],
      title('Fondation Arvel – Accueil'),
      foot('Fondation Arvel, Rue du Lac 4, 1800 Vevey'),
    ],
    [
      'a hotel',
      'pousadadomar.com.br',
      ['Pousada do Mar'],
      title('Pousada do Mar - Pousada em Búzios, RJ | Site Oficial') +
        org({ name: 'Pousada do Mar', url: 'https://www.pousadadomar.com.br/', priceRange: '$$' }, 'LodgingBusiness'),
    ],
    [
      'a company in Arabic',
      'alnoortrading.ae',
      ['شركة النور للتجارة', 'النور للتجارة', 'Al Noor Trading', 'Al Noor Trading LLC'],
      title('شركة النور للتجارة | Al Noor Trading LLC') + og('Al Noor Trading'),
    ],
    [
      'a farm',
      'hofgut-linde.de',
      ['Hofgut Linde'],
      title('Herzlich willkommen auf dem Hofgut Linde!') + og('Hofgut Linde'),
    ],
  ]),
]
