/**
 * Domains under which internet providers and portals give mailboxes to anyone, besides those whose provider the engine
 * names. A company may own such a domain, but its senders are the company's customers.
 */
export const PUBLIC_MAILBOXES: ReadonlySet<string> = new Set(
  `
  012.net.il 263.net adam.com.au adelphia.net alice.de aliceadsl.fr amis.net aon.at apollo.lv arnet.com.ar atlas.cz
  azet.sk bellsouth.net bezeqint.net bigmir.net bih.net.ba blu.it bluemail.ch blueyonder.co.uk btopenworld.com
  cableone.net cantv.net casema.nl centurytel.net chello.at chello.cz chello.hu chello.nl chello.pl chello.sk
  citromail.hu ciudad.com.ar clear.net.nz clix.pt club-internet.fr cock.li cogeco.ca ctemplar.com dbmail.com
  dion.ne.jp dir.bg dodo.com.au eastlink.ca elude.in email.it embarqmail.com eunet.rs excite.co.jp excite.com
  fastwebnet.it fibertel.com.ar forthnet.gr freeserve.co.uk freesurf.fr frontiernet.net gazeta.pl gbg.bg
  globomail.com gmx.li hanmir.com hinet.net hispavista.com hispeed.ch hol.gr hot.ee hughes.net i.ua iafrica.com
  ig.com.br ihug.co.nz iinet.net.au in.gr inbox.lt inbox.lv indamail.hu indosat.net.id inet.hr infonie.fr
  infoseek.jp inode.at internode.on.net inwind.it iol.it iol.pt jazzfree.com jcom.home.ne.jp jippii.fi kolumbus.fi
  korea.com lineone.net luukku.com mail.dk mail.ee mail.kz mail.pt mediacombb.net meta.ua mindspring.com mts.net
  mweb.co.za mynet.com net.hr netcabo.pt netscape.com netspace.net.au netvigator.com netvision.net.il neuf.fr
  noos.fr ntlworld.com nvbell.net o2.co.uk o2.pl o2online.de one.lt oninet.pt online.ee online.no online.ua ono.com
  orange.co.uk orange.es otenet.gr ozemail.com.au pacific.net.sg pandora.be paradise.net.nz pchome.com.tw
  peoplepc.com plala.or.jp pobox.sk poczta.fm post.sk poste.it prodigy.net prodigy.net.mx quick.cz quicknet.nl
  r7.com rcn.com riseup.net roadrunner.com sapo.pt sasktel.net sbb.rs scarlet.be seed.net.tw singnet.com.sg siol.net
  slingshot.co.nz so-net.ne.jp sohu.com speedy.com.ar spoko.pl streamyx.com suddenlink.net sunrise.ch suomi24.fi
  supereva.it superonline.com swbell.net t-online.hu tds.net teksavvy.com tele2.it tele2.nl telefonica.net
  telemach.net telepolis.com teletu.it telia.com telkom.net telkomsa.net terra.es tim.it tiscali.co.uk tiscali.cz
  tiscali.fr tiscalinet.it tlen.pl tm.net.my tom.com tpg.com.au ttmail.com tut.by tvcablenet.be une.net.co
  upcmail.nl utanet.at vip.hr vipmail.hu virgin.net vivaldi.net vodafone.co.nz vodafone.it vodafone.nl
  vodafonemail.de vodamail.co.za voila.fr volny.cz vp.pl vtr.net walla.co.il walla.com wanadoo.es webmail.co.za
  westnet.com.au worldonline.nl wowway.com ya.com zahav.net.il zipmail.com.br zonnet.nl zoznam.sk
  `
    .trim()
    .split(/\s+/),
)
