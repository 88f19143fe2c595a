/**
 * Mail hosts of large and mid-sized hosters, providers and gateways in many countries, collected without looking at the
 * table.
 */
export const COMMON_MAIL_HOSTS = `
  aspmx.l.google.com alt1.aspmx.l.google.com smtp.google.com contoso-com.mail.protection.outlook.com contoso-com.mx.microsoft
  mx1.emailsrvr.com mx.zoho.com mx.zoho.eu mxa.mailgun.org inbound-smtp.eu-west-1.amazonaws.com mx1.mail.ovh.net mx0.ovh.net
  mx00.ionos.de mx00.kundenserver.de mail.protonmail.ch in1-smtp.messagingengine.com mx01.mail.icloud.com mx.yandex.net
  emx.mail.ru mx-biz.mail.am0.yahoodns.net mta-gw.infomaniak.ch mx.aruba.it mxavas.aruba.it mailcluster.loopia.se mx1.beget.com
  mx1.naver.com mx-01-eu-west-1.prod.hydra.sophos.com mx1.hostinger.com mx1.titan.email smtp.secureserver.net
  mx1.privateemail.com aspmx1.migadu.com mxext1.mailbox.org mail.tutanota.de mx.runbox.com mx1.pub.mailpod3-cph3.one.com
  smtpin.rzone.de mx.hover.com.cust.hostedemail.com mx1.dreamhost.com mx.simply.com mx1.domeneshop.no w0123abc.kasserver.com
  mx.transip.email mx1.zone.eu mx1.seznam.cz mx.wp.pl mx.nazwa.pl mx1.qiye.aliyun.com mxbiz1.qq.com
  qiye163mx01.mxmail.netease.com mx1.hanmail.net mx0a-001b2d01.pphosted.com mx1-us1.ppe-hosted.com
  eu-smtp-inbound-1.mimecast.com d123456a.ess.barracudanetworks.com cluster5.eu.messagelabs.com mx1.contoso.iphmx.com
  contoso.in.tmes.trendmicro.eu cust12345-1.in.mailcontrol.com primary.us.email.fireeyecloud.com mx01.hornetsecurity.com
  mx.spamexperts.com mx10.mailspamprotection.com mx1.improvmx.com route1.mx.cloudflare.net mx1.forwardemail.net
  mx.sendgrid.net home-mx.app.hey.com spool.mail.gandi.net fb.mail.gandi.net mx1.mail.hostpoint.ch mx.mailprotect.be
  mx.locaweb.com.br mx1.uhserver.com mx1.timeweb.ru mx01.nicmail.ru mx1.hosting.reg.ru mx00.gmx.net mx-ha02.web.de
  mx1.strato.de mx.netcup.net mxlb.ispgateway.de mx1.mijndomein.nl mx.combell.com mxb.register.it mx1.one.com mx.kinghost.net
`
  .trim()
  .split(/\s+/)
