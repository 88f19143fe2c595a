/** The operator of a name server, if that says something about the domains it serves. */
import { getDomain } from 'tldts'
import { isParkingName } from './parking.ts'

/** Registrars, hosters and DNS services that anyone can use: a short history of lookups proves nothing about them. */
const PUBLIC_DNS = new Set(
  `
  cloudflare.com registrar-servers.com domaincontrol.com googledomains.com google.com azure-dns.com azure-dns.net azure-dns.org
  azure-dns.info dns-parking.com hostinger.com name.com name-services.com ovh.net ovh.ca gandi.net porkbun.com dynadot.com namesilo.com
  dnsowl.com namebrightdns.com hichina.com alidns.com dnspod.net dnspod.com dnsv1.com dnsv2.com dnsv3.com dnsv4.com dnsv5.com xincache.com
  nsone.net ultradns.com ultradns.net akam.net dnsmadeeasy.com digitalocean.com linode.com hetzner.com hetzner.de vultr.com vercel-dns.com
  netlify.com wixdns.net squarespacedns.com squarespace-dns.com wordpress.com shopify.com bluehost.com hostgator.com dreamhost.com
  siteground.net one.com strato.de rzone.de ui-dns.com ui-dns.de ui-dns.org ui-dns.biz kundenserver.de your-server.de inwx.de inwx.eu
  transip.net transip.nl aruba.it technorail.com beget.com beget.pro beget.ru reg.ru nic.ru timeweb.ru yandex.net selectel.ru
  cloudns.net he.net afraid.org desec.io desec.org no-ip.com dynu.com zoneedit.com easydns.com worldnic.com register.com netsol.com
  openprovider.nl metaregistrar.nl spaceship.net epik.com enom.com hover.com opensrs.net systemdns.com sav.com matbao.com
  pavietnam.vn inet.vn nhanhoa.com niagahoster.com rumahweb.com domainesia.net orderbox-dns.com bigrock.in
  `
    .trim()
    .split(/\s+/),
)
/** Amazon numbers the domains of its name servers. */
const AMAZON = /^awsdns-\d+\.(?:com|net|org|co\.uk)$/

/** The registrable domain of a name server; undefined for public DNS services and parking. */
export function nameServerOwner(host: string): string | undefined {
  const owner = getDomain(host)
  if (owner === null || PUBLIC_DNS.has(owner) || AMAZON.test(owner) || isParkingName(host)) return undefined
  return owner
}
