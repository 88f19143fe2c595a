/**
 * Name servers that hold domains without a use: for sale, parked with advertisements, expired. An entry covers itself and all
 * names below it. Registrars whose default name servers also serve live sites (dns-parking.com, registrar-servers.com,
 * domaincontrol.com and the like) are left out on purpose.
 */
const PARKING_NAME_SERVERS = new Set(
  `
  sedoparking.com bodis.com parkingcrew.net above.com abovedomains.com parklogic.com
  afternic.com namefind.com ns01.cashparking.com ns02.cashparking.com smartname.com
  dan.com ns1.undeveloped.com ns2.undeveloped.com uniregistrymarket.link expired.uniregistry-dns.com voodoo.com
  rookdns.com ztomy.com dsredirection.com dsredirects.com mxmpark.com
  domainmarket.com ns1.domain-is-4-sale-at-domainmarket.com brandbucket.com squadhelp.com eftydns.com perfectdomain.com
  parkingspa.com ibspark.com ns1.sonexo.eu ns2.sonexo.com
  parking.namecheap.com parkingpage.namecheap.com failed-whois-verification.namecheap.com
  verify-contact-details.namecheap.com parking1.ovh.net parking2.ovh.net park1.dynadot.com park2.dynadot.com
  park1.encirca.net park2.encirca.net parkdns1.internetvikings.com parkdns2.internetvikings.com ns1.park.do ns2.park.do
  domainhasexpired.com expirationwarning.net renewyourname.net domainrecover.com expiereddnsmanager.com
  emailverification.info parking-page.net sslparking.com domainparking.ru snparking.ru fastpark.net
  securetrafficrouting.com trafficcontrolrouter.com mytrafficmanagement.com thednscloud.com ndsplitter.com
  searchfusion.com searchreinvented.com panamans.com cnomy.com parktons.com smtmdns.com milesmx.com commonmx.com
  domainmx.com
  `
    .trim()
    .split(/\s+/),
)

/** Parked means that every name server says so: one that serves a live site is enough to doubt it. */
export function areParkingNameservers(nameservers: readonly string[]): boolean {
  return nameservers.length > 0 && nameservers.every(isParkingName)
}

export function isParkingName(host: string): boolean {
  for (let name = host; ; name = name.slice(name.indexOf('.') + 1)) {
    if (PARKING_NAME_SERVERS.has(name)) return true
    if (!name.includes('.')) return false
  }
}
