// Sites as web frameworks write them: the same texts in title, Open Graph and JSON-LD, often with a tagline. Written before the rules
// were tried on them, after shapes in public repositories. All of them are made up.
import { jsonLd } from '../website.ts'
import { about, foot, og, org, type SiteOfKind, sitesOf, title } from './site-of-kind.ts'

export const FRAMEWORK_SITES: readonly SiteOfKind[] = [
  ...sitesOf('tagline', [
    [
      'a consultant and what she does',
      'larsenworks.com',
      ['Ida Larsen', 'Larsen Works', 'Ida Larsen — Technical Consulting'],
      title('Ida Larsen — Technical Consulting') +
        org({ name: 'Ida Larsen — Technical Consulting', url: 'https://larsenworks.com' }, 'ProfessionalService'),
    ],
    [
      'a therapist',
      'tomascaldeira.com.br',
      ['Tomás Caldeira', 'Tomás Caldeira — Psicólogo Clínico'],
      title('Tomás Caldeira — Psicólogo Clínico') +
        org({ name: 'Tomás Caldeira — Psicólogo Clínico', url: 'https://tomascaldeira.com.br' }, 'ProfessionalService'),
    ],
    [
      'a platform behind a pipe',
      'prezzifyapp.com',
      ['Prezzify'],
      title('Prezzify | Plataforma de Precificação') +
        og('Prezzify | Plataforma de Precificação') +
        jsonLd({ '@type': 'WebPage', url: 'https://prezzifyapp.com', name: 'Prezzify | Plataforma de Precificação' }),
    ],
    [
      'a slogan with a long dash',
      'assurecrest.co.ke',
      ['Assurecrest Consulting Ltd', 'Assurecrest Consulting', 'Assurecrest'],
      title('Assurecrest Consulting Ltd — Where Expertise Inspires Confidence') + og('Assurecrest Consulting Ltd'),
      foot('© 2026 Assurecrest Consulting Ltd. All rights reserved.'),
    ],
    [
      'a studio that calls itself shorter than its domain',
      'letsbrawlstudio.com',
      ['Brawl', 'Brawl Studio'],
      title('Brawl | Independent Creative, Story & Production Studio') +
        about('Founder-led creative and story studio.'),
    ],
    [
      'a bank of services in the site name',
      'orvantech.io',
      ['Orvantech', 'ORVANTECH'],
      title('ORVANTECH - AI Automation, Web Development, SEO') + og('ORVANTECH - AI Automation, Web Development, SEO'),
    ],
    [
      'a restaurant with its town',
      'trattoriadaugo.ch',
      ['Trattoria da Ugo'],
      title('Trattoria da Ugo – Italienisches Restaurant in Thun') +
        org({ name: 'Trattoria da Ugo', url: 'https://www.trattoriadaugo.ch/' }, 'Restaurant'),
    ],
    [
      'a colon after the name',
      'metricane.com',
      ['Metricane'],
      title('Metricane: Harness the Power of Data') + og('Metricane'),
    ],
  ]),
  ...sitesOf('service', [
    [
      'a service stated as an organization',
      'clipforge.co.uk',
      ['ClipForge Media', 'ClipForge'],
      title('B2B Video Production Services UK | ClipForge Media') +
        org(
          { name: 'B2B Video Production Services UK', url: 'https://clipforge.co.uk/services/video' },
          'ProfessionalService',
        ) +
        org({ name: 'ClipForge Media', url: 'https://clipforge.co.uk/' }),
    ],
    [
      'only the service is stated',
      'brightpixel.agency',
      ['Brightpixel', 'BrightPixel', 'Bright Pixel'],
      title('Web Design Services in Leeds | Bright Pixel') +
        org({ name: 'Web Design Services in Leeds', url: 'https://brightpixel.agency/' }, 'ProfessionalService'),
    ],
    [
      'a product of a maker',
      'nimbusnotes.app',
      ['Nimbus Notes'],
      title('Nimbus Notes') +
        jsonLd({
          '@type': 'SoftwareApplication',
          name: 'Nimbus Notes',
          author: { '@type': 'Organization', name: 'Halbmond Labs' },
        }),
      foot('© Halbmond Labs UG'),
    ],
    [
      'a shop and its payment service',
      'teehaus-mohn.de',
      ['Teehaus Mohn'],
      title('Teehaus Mohn') + og('Teehaus Mohn') + org({ name: 'PayPal', url: 'https://www.paypal.com/' }),
    ],
    [
      'an event at a venue',
      'summitofmakers.org',
      ['Summit of Makers'],
      title('Summit of Makers 2026') +
        jsonLd({ '@type': 'Event', name: 'Summit of Makers 2026', location: { '@type': 'Place', name: 'Messe Nord' } }),
      foot('© Summit of Makers'),
    ],
    [
      'a course of a school',
      'yogakurs-sommer.de',
      '',
      title('Yogakurse für Anfänger') +
        org({ name: 'Yogakurse für Anfänger', url: 'https://yogakurs-sommer.de' }, 'LocalBusiness'),
    ],
  ]),
  ...sitesOf('subdomain', [
    [
      'a grid of a university',
      'grid.unisolara.edu',
      ['GRID UNISOLARA', 'Grid Unisolara', 'Unisolara'],
      title('Home - GRID UNISOLARA') + og('GRID UNISOLARA'),
    ],
    [
      'a statement about the staging host',
      'kelpwire.com',
      ['Kelpwire'],
      title('Kelpwire | Shipping Data') +
        org({ name: 'KELPWIRE', url: 'https://develop.kelpwire.com' }) +
        og('Kelpwire'),
    ],
    [
      'a statement about the machine of its developer',
      'fernpass.io',
      ['Fernpass'],
      title('Fernpass – Password sharing') + org({ name: 'TrueSubmit', url: 'http://localhost:3000' }),
    ],
    [
      'a student society',
      'cssoc.brightwater.ac.uk',
      ['CSSoc', 'Brightwater Computing Society', 'Computing Society'],
      title('Blog | CSSoc'),
    ],
  ]),
  ...sitesOf('unchanged template', [
    [
      'an admin theme',
      'portal-weiss.de',
      '',
      title('Melodia Admin') + about('Melodia is a web app and admin dashboard template built with Bootstrap 5'),
      foot('© 2021 Melodia. Designed by ThemeWorks'),
    ],
    ['a dashboard', 'ops-kepler.net', '', title('Elisia - Dashboard'), '<div>Users</div><div>Orders</div>'],
    [
      'a starter of a framework with its own name kept',
      'huberdata.at',
      '',
      title('Create T3 App') + about('Generated by create-t3-app'),
    ],
    [
      'a portfolio starter',
      'jonasfeld.dev',
      '',
      title('Portfolio | Jane Smith') + og('Jane Smith Portfolio') + about('Next.js portfolio starter'),
      foot('© Jane Smith'),
    ],
    [
      'a generated site with its generator in the footer',
      'grubersolar.at',
      ['Gruber Solar', 'Gruber Solar GmbH'],
      title('Gruber Solar GmbH'),
      foot('© 2026 Gruber Solar GmbH. Created with Business Site Generator'),
    ],
    [
      'a template with values left in braces',
      'kraftwerk-ost.eu',
      '',
      title('{{ page.title }} - {{ site.name }}') + og('{{ site.name }}'),
    ],
    [
      'a shop theme whose demo text stays',
      'lunaraboutique.it',
      ['Lunara Boutique', 'Lunara'],
      title('Lunara Boutique') + about('Ella is a multipurpose Shopify theme'),
      foot('© 2026 Lunara Boutique'),
    ],
  ]),
  ...sitesOf('person', [
    [
      'a developer and his employer',
      'arifhidayat.my.id',
      ['Arif Hidayat'],
      title('Arif Hidayat - Senior Software Engineer') +
        jsonLd({ '@type': 'Person', name: 'Arif Hidayat', worksFor: { '@type': 'Organization', name: 'Selasar' } }),
    ],
    [
      'a blog',
      'papertrails.blog',
      ['Paper Trails'],
      title('Paper Trails') +
        og('Paper Trails') +
        jsonLd({ '@type': 'Blog', name: 'Paper Trails', author: { '@type': 'Person', name: 'Nora Beck' } }),
    ],
    ['a family', 'familie-osterkamp.de', ['Familie Osterkamp'], title('Familie Osterkamp'), '<h1>Unsere Fotos</h1>'],
    [
      'a politician',
      'waehlt-brandner.de',
      ['Jutta Brandner'],
      title('Jutta Brandner für Landshut') + about('Ihre Kandidatin für den Stadtrat'),
    ],
  ]),
  ...sitesOf('footer', [
    [
      'a holder inside a link, and a maker',
      'depotnord.com',
      ['Depotnord'],
      title('School management'),
      '<footer>© Copyrights <a href="#">Depotnord</a> 2021. All rights reserved. Designed by <a href="#">Agenda Solutions</a></footer>',
    ],
    [
      'a bar between year and name',
      'sitelane.dev',
      ['Sitelane'],
      title('We build, you grow'),
      foot('Copyright 2025 | Sitelane'),
    ],
    [
      'rights reserved by',
      'harborbakes.com',
      ['Harbor Bakes'],
      title('Fresh bread every morning'),
      foot('Copyright © 2026 - All right reserved by Harbor Bakes'),
    ],
    [
      'a maker alone',
      'gasthof-lindenwirt.at',
      ['Gasthof Lindenwirt', 'Lindenwirt'],
      title('Gasthof Lindenwirt'),
      foot('© Webagentur Pixelhof'),
    ],
    [
      'several years',
      'ravenhall.se',
      ['Ravenhall AB', 'Ravenhall'],
      title('Konsulter inom logistik'),
      foot('© 1998, 2014–2026 Ravenhall AB'),
    ],
    [
      'an image credit',
      'wanderclub-eifel.org',
      ['Wanderclub Eifel', 'Wanderclub Eifel e.V.'],
      title('Wanderclub Eifel e.V.'),
      '<p>Foto: © Adobe Stock / M. Huber</p>' + foot('Wanderclub Eifel e.V.'),
    ],
  ]),
  ...sitesOf('title order', [
    [
      'the trade first, then the legal name',
      'imperisec.com',
      ['Imperisec, Inc.', 'Imperisec'],
      title('Cyber Security Leader | Imperisec, Inc.'),
    ],
    [
      'a blog of a shop with its region',
      'deluxeglazing.com',
      ['Deluxe Glazing'],
      title('Window Tips &amp; Design Blog | Deluxe Glazing – Bay Area') + about('Expert tips from Deluxe Glazing.'),
    ],
    [
      'acquired by another',
      'wavecrestmetrics.com',
      ['Wavecrest Metrics', 'Wavecrest Metrics by Northgate', 'Wavecrest', 'Wavecrest by Northgate'],
      title('Wavecrest by Northgate: Cloud Monitoring') + og('Wavecrest by Northgate'),
    ],
    [
      'a greeting and a town',
      'kita-sonnenhof.de',
      ['Kita Sonnenhof', 'Kindertagesstätte Sonnenhof'],
      title('Herzlich willkommen in der Kita Sonnenhof in Gera'),
    ],
    [
      'an error of the server',
      'velthuis-bouw.nl',
      '',
      title('Application error: a client-side exception has occurred') + '<meta name="robots" content="noindex">',
    ],
    [
      'a question',
      'rankwise.ai',
      ['RankWise', 'Rankwise'],
      title('What do AI assistants say about your brand? | RankWise'),
    ],
  ]),
]
