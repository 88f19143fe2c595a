// Texts in the manner of each registry, written for these tests about a domain that does not exist.

type WhoisText = {
  text: string
  /** About a name that is not registered. */
  free: string
  expected: Record<string, unknown> & { statuses?: string[]; nameservers?: string[] }
}

const NS = ['ns1.garden.example', 'ns2.garden.example']

/** The form of the generic top-level domains, which several countries have taken over. */
function generic(suffix: string, free: string): WhoisText {
  return {
    text: `Domain Name: TULIP-BULBS.${suffix.toUpperCase()}
Registry Domain ID: D123-${suffix.toUpperCase()}
Updated Date: 2025-01-02T03:04:05Z
Creation Date: 2010-01-02T03:04:05Z
Registry Expiry Date: 2027-01-02T03:04:05Z
Registrar: Garden Names LLC
Registrar IANA ID: 9994
Registrar Abuse Contact Email: abuse@garden.example
Registrar Abuse Contact Phone: +1.5550100
Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited
Name Server: NS1.GARDEN.EXAMPLE
Name Server: NS2.GARDEN.EXAMPLE
DNSSEC: unsigned
>>> Last update of WHOIS database: 2026-06-01T00:00:00Z <<<
`,
    free,
    expected: {
      registered_at: '2010-01-02T03:04:05.000Z',
      expires_at: '2027-01-02T03:04:05.000Z',
      last_changed_at: '2025-01-02T03:04:05.000Z',
      registrar_name: 'Garden Names LLC',
      registrar_iana_id: '9994',
      abuse_email: 'abuse@garden.example',
      abuse_phone: '+1.5550100',
      has_abuse_contact: true,
      dnssec_signed: false,
      statuses: ['clientTransferProhibited'],
      nameservers: NS,
    },
  }
}

export const WHOIS_TEXTS: Readonly<Record<string, WhoisText>> = {
  us: generic('us', 'No Data Found\nURL of the complaint form: https://icann.org/wicf/\n'),
  my: generic('my', 'SEARCH BY DOMAIN NAME\n\nDomain Name [tulip-bulbs.my] does not exist in database\n'),
  nz: generic('nz', '% Terms of use apply.\nNot found: tulip-bulbs.nz\n'),
  za: generic(
    'za',
    'Available\nDomain: tulip-bulbs.za\n\n>>> Last update of WHOIS database: 2026-06-01T00:00:00Z <<<\n',
  ),
  cn: {
    text: `Domain Name: tulip-bulbs.cn
ROID: 2010s10001s0000-cn
Domain Status: clientDeleteProhibited
Registrant: Tulip
Sponsoring Registrar: Garden Names (Beijing)
Name Server: ns1.garden.example
Name Server: ns2.garden.example
Registration Time: 2010-01-02 08:00:00
Expiration Time: 2027-01-02 08:00:00
DNSSEC: unsigned
`,
    free: 'No matching record.\n',
    expected: {
      registered_at: '2010-01-02T00:00:00.000Z',
      expires_at: '2027-01-02T00:00:00.000Z',
      registrar_name: 'Garden Names (Beijing)',
      statuses: ['clientDeleteProhibited'],
      nameservers: NS,
    },
  },
  ru: {
    text: `% TCI Whois Service. Terms of use follow.

domain:        TULIP-BULBS.RU
nserver:       ns1.garden.example.
nserver:       ns2.garden.example.
state:         REGISTERED, DELEGATED, VERIFIED
org:           Tulip
registrar:     GARDEN-RU
created:       2010-01-01T21:00:00Z
paid-till:     2027-01-01T21:00:00Z
free-date:     2027-02-02
source:        TCI

Last updated on 2026-06-01T00:00:00Z
`,
    free: '% TCI Whois Service.\n\nNo entries found for the selected source(s).\n',
    expected: {
      registered_at: '2010-01-01T21:00:00.000Z',
      expires_at: '2027-01-01T21:00:00.000Z',
      registrar_name: 'GARDEN-RU',
      statuses: ['ok'],
      nameservers: NS,
    },
  },
  it: {
    text: `
*********************************************************************
* Please note that the following result could be a subgroup of      *
* the data contained in the database.                               *
*********************************************************************

Domain:             tulip-bulbs.it
Status:             ok
Signed:             no
Created:            2010-01-02 00:00:00
Last Update:        2025-02-03 00:54:40
Expire Date:        2027-01-02

Registrant
  Organization:     Tulip S.p.A.

Registrar
  Organization:     Garden Names S.r.l.
  Name:             GARDEN-REG
  Web:              http://www.garden.example
  DNSSEC:           yes

Nameservers
  ns1.garden.example
  ns2.garden.example

`,
    free: 'Domain:             tulip-bulbs.it\nStatus:             AVAILABLE\n',
    expected: {
      registered_at: '2010-01-01T23:00:00.000Z',
      expires_at: '2027-01-02T00:00:00.000Z',
      registrar_name: 'Garden Names S.r.l.',
      dnssec_signed: false,
      statuses: ['ok'],
      nameservers: NS,
    },
  },
  eu: {
    text: `% The WHOIS service offered by EURid.

Domain: tulip-bulbs.eu
Script: LATIN

Registrant:
        NOT DISCLOSED!

Registrar:
        Name: Garden Names BV
        Website: https://garden.example

Name servers:
        ns1.garden.example
        ns2.garden.example

`,
    free: 'Domain: tulip-bulbs.eu\nStatus: AVAILABLE\n',
    expected: { registered_at: null, expires_at: null, registrar_name: 'Garden Names BV', nameservers: NS },
  },
  ir: {
    text: `% This is the IRNIC Whois server.

domain:         tulip-bulbs.ir
holder-c:       tu1-irnic
nserver:        ns1.garden.example
nserver:        ns2.garden.example
last-updated:   2025-02-03
expire-date:    2027-01-02
source:         IRNIC
`,
    free: '%ERROR:101: no entries found\n',
    expected: {
      registered_at: null,
      expires_at: '2027-01-02T00:00:00.000Z',
      last_changed_at: '2025-02-03T00:00:00.000Z',
      nameservers: NS,
    },
  },
  jp: {
    text: `[ JPRS database provides information on network administration. ]

Domain Information:
[Domain Name]                   TULIP-BULBS.JP

[Registrant]                    Tulip K.K.

[Name Server]                   ns1.garden.example
[Name Server]                   ns2.garden.example
[Signing Key]

[Created on]                    2010/01/02
[Expires on]                    2027/01/31
[Status]                        Active
[Last Updated]                  2025/02/03 01:05:04 (JST)
`,
    free: '[ JPRS database ]\nNo match!!\n',
    expected: {
      registered_at: '2010-01-02T00:00:00.000Z',
      expires_at: '2027-01-31T00:00:00.000Z',
      last_changed_at: '2025-02-02T16:05:04.000Z',
      statuses: ['ok'],
      nameservers: NS,
    },
  },
  be: {
    text: `% .be Whois Server

Domain:	tulip-bulbs.be
Status:	NOT AVAILABLE
Registered:	Tue Jan 5 2010

Registrant:
	Not shown, please visit www.dnsbelgium.be for webbased whois.

Registrar:
	Name:	 Garden Names NV
	Website: https://garden.example

Nameservers:
	ns1.garden.example
	ns2.garden.example

Keys:

Flags:
	clientTransferProhibited
`,
    free: 'Domain:	tulip-bulbs.be\nStatus:	AVAILABLE\n',
    expected: {
      registered_at: '2010-01-05T00:00:00.000Z',
      registrar_name: 'Garden Names NV',
      statuses: ['clientTransferProhibited'],
      nameservers: NS,
    },
  },
  at: {
    text: `% Copyright (c)2026 by NIC.AT

domain:         tulip-bulbs.at
registrar:      Garden Names GmbH ( https://nic.at/registrar/1 )
registrant:     TU1-NICAT
nserver:        ns1.garden.example
nserver:        ns2.garden.example
changed:        20250203 17:57:27
source:         AT-DOM
`,
    free: '% nothing found\n',
    expected: {
      registered_at: null,
      last_changed_at: '2025-02-03T17:57:27.000Z',
      registrar_name: 'Garden Names GmbH',
      nameservers: NS,
    },
  },
  se: {
    text: `# Copyright (c) 1997- The Swedish Internet Foundation.
state:            active
domain:           tulip-bulbs.se
holder:           tulip1
created:          2010-01-02
modified:         2025-02-03
expires:          2027-01-02
transferred:      -
nserver:          ns1.garden.example
nserver:          ns2.garden.example
dnssec:           signed delegation
registry-lock:    unlocked
status:           ok
registrar:        Garden Names AB
`,
    free: '# Copyright\ndomain "tulip-bulbs.se" not found.\n',
    expected: {
      registered_at: '2010-01-02T00:00:00.000Z',
      expires_at: '2027-01-02T00:00:00.000Z',
      registrar_name: 'Garden Names AB',
      dnssec_signed: true,
      statuses: ['ok'],
      nameservers: NS,
    },
  },
  mx: {
    text: `
Domain Name:       tulip-bulbs.mx

Created On:        2010-01-02
Expiration Date:   2027-01-02
Last Updated On:   2025-02-03
Registrar:         Garden Names SA
URL:               http://www.garden.example/

Registrant:
   Name:           Tulip
   City:           Puebla
   State:          Puebla

Name Servers:
   DNS:            ns1.garden.example
   DNS:            ns2.garden.example

`,
    free: '\nNo_Se_Encontro_El_Objeto/Object_Not_Found\n',
    expected: {
      registered_at: '2010-01-02T00:00:00.000Z',
      expires_at: '2027-01-02T00:00:00.000Z',
      registrar_name: 'Garden Names SA',
      nameservers: NS,
    },
  },
  tr: {
    text: `** Domain Name: tulip-bulbs.tr
Domain Status: Active
Frozen Status: -
Transfer Status: The domain is LOCKED to transfer.

** Registrant:
   Hidden upon user request

** Registrar:
NIC Handle		: gar1-metu
Organization Name	: Garden Names A.S.
Phone			: + 90-000-0000000-

** Domain Servers:
ns1.garden.example
ns2.garden.example

** Additional Info:
Created on..............: 2010-Jan-02.
Expires on..............: 2027-Jan-01.
`,
    free: "No match found for 'tulip-bulbs.tr'\n",
    expected: {
      registered_at: '2010-01-02T00:00:00.000Z',
      expires_at: '2027-01-01T00:00:00.000Z',
      registrar_name: 'Garden Names A.S.',
      statuses: ['ok', 'transferProhibited'],
      nameservers: NS,
    },
  },
  dk: {
    text: `# Any use of this material to target advertising is forbidden.

Domain:               tulip-bulbs.dk
DNS:                  tulip-bulbs.dk
Registered:           2010-01-02
Expires:              2027-01-31
Registration period:  1 year
VID:                  no
DNSSEC:               Unsigned delegation, no records
Status:               Active
Registrar:            Garden Names ApS

Nameservers
Hostname:             ns1.garden.example
Hostname:             ns2.garden.example
`,
    free: '# Any use\nNo entries found for the selected source.\n',
    expected: {
      registered_at: '2010-01-02T00:00:00.000Z',
      expires_at: '2027-01-31T00:00:00.000Z',
      registrar_name: 'Garden Names ApS',
      dnssec_signed: false,
      statuses: ['ok'],
      nameservers: NS,
    },
  },
  kr: {
    text: `query : tulip-bulbs.kr

# ENGLISH

Domain Name                 : tulip-bulbs.kr
Registrant                  : Tulip
Registered Date             : 2010. 01. 02.
Last Updated Date           : 2025. 02. 03.
Expiration Date             : 2027. 01. 02.
Publishes                   : Y
Authorized Agency           : Garden Names Co.(http://garden.example)
DNSSEC                      : unsigned

Primary Name Server
   Host Name                : ns1.garden.example

Secondary Name Server
   Host Name                : ns2.garden.example
`,
    free: 'query : tulip-bulbs.kr\n\nThe requested domain tulip-bulbs.kr is not registered.\n',
    expected: {
      registered_at: '2010-01-02T00:00:00.000Z',
      expires_at: '2027-01-02T00:00:00.000Z',
      last_changed_at: '2025-02-03T00:00:00.000Z',
      registrar_name: 'Garden Names Co.',
      nameservers: NS,
    },
  },
  hu: {
    text: `% Whois server 4.0 serving the hu ccTLD

domain:         tulip-bulbs.hu
record created: 2010-01-02 03:04:05
Tovabbi adatokert ld.:
https://www.domain.hu/domain-kereses/
`,
    free: '% Whois server 4.0\n\nNo match for tulip-bulbs.hu\n',
    expected: { registered_at: '2010-01-02T03:04:05.000Z', expires_at: null },
  },
  ro: {
    text: `
% The WHOIS service offered by ROTLD

  Domain Name: tulip-bulbs.ro
  Registered On: 2010-01-02
  Expires On: 2027-01-02
  Registrar: Garden Names SRL
  Referral URL: www.garden.example

  DNSSEC: Inactive

  Nameserver: ns1.garden.example
  Nameserver: ns2.garden.example

  Domain Status: UpdateProhibited
`,
    free: '% No entries found for the selected source(s).\n',
    expected: {
      registered_at: '2010-01-02T00:00:00.000Z',
      expires_at: '2027-01-02T00:00:00.000Z',
      registrar_name: 'Garden Names SRL',
      statuses: ['updateProhibited'],
      nameservers: NS,
    },
  },
}
