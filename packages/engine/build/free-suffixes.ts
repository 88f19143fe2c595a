/**
 * Suffixes with free names, with the evidence for each.
 *
 * `FILLED_BY_ABUSE`: names below these are disposable. The number is how many of them the lists of disposable domains
 * contained when the entry was made; the build counts again and drops entries that the lists no longer confirm.
 * `SHARED`: also free, but people run their own servers there; a fact for policies, not a verdict.
 */
export const FILLED_BY_ABUSE: Readonly<Record<string, { readonly operator: string; readonly listed: number }>> = {
  'abrdns.com': { operator: 'ClouDNS', listed: 6 },
  'accesscam.org': { operator: 'Dynu', listed: 7 },
  'asso.st': { operator: 'Azote', listed: 4 },
  'az.pl': { operator: 'free subdomains, Poland', listed: 7 },
  'bee.pl': { operator: 'free subdomains, Poland', listed: 6 },
  'bij.pl': { operator: 'free subdomains, Poland', listed: 6 },
  'biz.st': { operator: 'Azote', listed: 6 },
  'bot.cd': { operator: 'free names below .cd', listed: 20 },
  'camdvr.org': { operator: 'Dynu', listed: 24 },
  'cc.cd': { operator: 'free names below .cd', listed: 42 },
  'ccwu.cc': { operator: 'free names below .cc', listed: 27 },
  'ce.ms': { operator: 'free subdomains', listed: 6 },
  'cloud-ip.cc': { operator: 'ClouDNS', listed: 5 },
  'cloudns.asia': { operator: 'ClouDNS', listed: 15 },
  'cloudns.nz': { operator: 'ClouDNS', listed: 7 },
  'co.cc': { operator: 'free names below .cc', listed: 71 },
  'co.tv': { operator: 'free names below .tv', listed: 28 },
  'cu.cc': { operator: 'free names below .cc', listed: 15 },
  'cz.cc': { operator: 'free names below .cc', listed: 23 },
  'ddnsfree.com': { operator: 'Dynu', listed: 24 },
  'de5.net': { operator: 'free names below .net', listed: 11 },
  'dns-cloud.net': { operator: 'ClouDNS', listed: 22 },
  'dns.army': { operator: 'dynv6', listed: 47 },
  'dns.navy': { operator: 'dynv6', listed: 31 },
  'dnsabr.com': { operator: 'ClouDNS', listed: 18 },
  'dpdns.org': { operator: 'DigitalPlat', listed: 23 },
  'dynv6.net': { operator: 'dynv6', listed: 338 },
  'eu.cc': { operator: 'free names below .cc', listed: 72 },
  'flu.cc': { operator: 'free names below .cc', listed: 31 },
  'fr.nf': { operator: 'Azote', listed: 82 },
  'freeddns.org': { operator: 'Dynu', listed: 5 },
  'giize.com': { operator: 'Dynu', listed: 23 },
  'igg.biz': { operator: 'free names below .biz', listed: 49 },
  'indevs.in': { operator: 'Stackryze', listed: 18 },
  'infos.st': { operator: 'Azote', listed: 17 },
  'io.vn': { operator: 'given away by the registry of .vn', listed: 184 },
  'kozow.com': { operator: 'Dynu', listed: 23 },
  'linkpc.net': { operator: 'DNSExit', listed: 9 },
  'loseyourip.com': { operator: 'Dynu', listed: 26 },
  'mywire.org': { operator: 'Dynu', listed: 26 },
  'name.ng': { operator: 'given away by the registry of .ng', listed: 1151 },
  'nut.cc': { operator: 'free names below .cc', listed: 29 },
  'nyc.mn': { operator: 'free names below .mn', listed: 6 },
  'ooguy.com': { operator: 'Dynu', listed: 26 },
  'orge.pl': { operator: 'free subdomains, Poland', listed: 14 },
  'publicvm.com': { operator: 'DNSExit', listed: 7 },
  'qd.je': { operator: 'DigitalPlat', listed: 18 },
  'qzz.io': { operator: 'DigitalPlat', listed: 13 },
  'run.place': { operator: 'DNSExit', listed: 7 },
  'theworkpc.com': { operator: 'Dynu', listed: 22 },
  'uni.me': { operator: 'free names below .me', listed: 14 },
  'us.ci': { operator: 'free names below .ci', listed: 19 },
  'usa.cc': { operator: 'free names below .cc', listed: 42 },
  'v6.army': { operator: 'dynv6', listed: 48 },
  'v6.navy': { operator: 'dynv6', listed: 28 },
  'v6.rocks': { operator: 'dynv6', listed: 58 },
  'vv.cc': { operator: 'free names below .cc', listed: 7 },
  'webredirect.org': { operator: 'Dynu', listed: 4 },
  'work.gd': { operator: 'DNSExit', listed: 6 },
  'xorg.pl': { operator: 'free subdomains, Poland', listed: 24 },
  // Same operators and terms as the entries above.
  'casacam.net': { operator: 'Dynu', listed: 1 },
  'ddnsgeek.com': { operator: 'Dynu', listed: 2 },
  'gleeze.com': { operator: 'Dynu', listed: 1 },
  'us.kg': { operator: 'DigitalPlat', listed: 1 },
  'xx.kg': { operator: 'DigitalPlat', listed: 2 },
}

/** The suffixes of an operator confirm each other; together they need at least this many listed names. */
export const FEWEST_LISTED = 4

export const SHARED: readonly string[] = `
  mooo.com us.to chickenkiller.com strangled.net crabdance.com ignorelist.com jumpingcrab.com twilightparadox.com
  undo.it uk.to my.to ix.tc soon.it info.tm biz.tm ftp.sh root.sx evils.in punked.us raspberryip.com
  duckdns.org ddns.net hopto.org zapto.org sytes.net no-ip.org no-ip.biz myftp.org servebeer.com redirectme.net
  dedyn.io pp.ua eu.org it.com dynu.net ddnss.de spdns.de my.id biz.id web.id is-a.dev js.org zone.id cloudns.cc cloudns.org
  tk ml ga cf gq
`
  .trim()
  .split(/\s+/)
