import{t as sql}from"./sql-DM60LVGZ.js";import{t as enqueue}from"./queue-DvCPGKHD.js";import{Ht as ENRICHMENT_SOURCES}from"./src-BsDmRiY9.js";import{O as require_cjs}from"./engine-70K2wD4u.js";import{D as isFlagged}from"./src-CBbdrurI.js";const PUBLIC_MAILBOXES=new Set(`
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
  `.trim().split(/\s+/));var import_cjs=require_cjs();const NO_PROVIDER=`unknown`;const NO_PERSON=1|16|8;function isLookedUp(engine,email){const verdict=engine.validate(email);if(!verdict.ok||isFlagged(verdict,NO_PERSON))return false;const{provider,root,normalized}=verdict.domain;if(isOfStudents(normalized))return false;return provider===NO_PROVIDER&&!PUBLIC_MAILBOXES.has(root)&&!PUBLIC_MAILBOXES.has(normalized)}const STUDENTS=new Set(`student students stud studs std stu studenti studente studenten studentmail studmail studserv studerende studerande alumni alumnus alumna alum
  alumno alumnos alumne aluno alunos exalumnos estudiante estudiantes estudante estudantes etu etud etudiant etudiants etudiante eleve eleves
  ogr ogrenci opiskelija hallgato uczen uczniowie studentska posluchac pupil pupils schueler leerling leerlingen elev elever learner learners grad grads
  emeritus emeriti retired retiree`.split(/\s+/));function isOfStudents(domain){const root=rootOf(domain);if(domain===root)return false;return domain.slice(0,-root.length-1).split(`.`).some(label=>STUDENTS.has(label))}function rootOf(domain){return(0,import_cjs.getDomain)(domain,{allowPrivateDomains:true})??domain}function neverLookedUp(atMs){return Object.fromEntries(ENRICHMENT_SOURCES.map(source=>[source,{status:`skipped`,fetchedAt:atMs}]))}const WIKIDATA_TASK=`contacts.wikidata`;const STEP_SECONDS=2;const HEAD_START_SECONDS=10800;const PRIORITY=10;async function scheduleDomains(tx,domains,{at,keepWaiting=false}={}){const sorted=[...domains].sort();if(sorted.length===0)return;await sql`
    SELECT count(*) FROM graphile_worker.add_jobs(ARRAY(
      SELECT ('contacts.website', json_build_object('domain', domain),
        NULL, ${at??null}::timestamptz, NULL,
        'contacts.website:' || domain, ${PRIORITY}, NULL)::graphile_worker.job_spec
      FROM unnest(${sorted}::text[]) AS domain), ${keepWaiting})`.execute(tx)}async function scheduleFairly(tx,wanted){const sorted=[...new Map(wanted.map(one=>[`${one.domain} ${one.userId}`,one])).values()];if(sorted.length===0)return;await sql`
    WITH wanted AS (
      SELECT domain, "userId", row_number() OVER (PARTITION BY "userId" ORDER BY nth) AS position
      FROM ROWS FROM (json_to_recordset(${JSON.stringify(sorted)}::json) AS (domain text, "userId" uuid))
        WITH ORDINALITY AS one (domain, "userId", nth)
    ), mine AS (SELECT "userId", count(*) AS count FROM wanted GROUP BY "userId"), waiting AS MATERIALIZED (
      SELECT "userId", greatest(0, due.count - mine.count) AS count
      FROM mine, LATERAL (
        SELECT count(*) AS count FROM (
          SELECT FROM contacts WHERE user_id = "userId" AND due_at IS NOT NULL LIMIT ${HEAD_START_SECONDS/STEP_SECONDS}
        ) AS found) AS due
    ), placed AS (
      SELECT domain, min(now() - make_interval(secs =>
        greatest(0, ${HEAD_START_SECONDS} - ${STEP_SECONDS}::float8 * (waiting.count + position - 1)))) AS run_at
      FROM wanted JOIN waiting USING ("userId") GROUP BY domain
    )
    SELECT count(*) FROM graphile_worker.add_jobs(ARRAY(
      SELECT ('contacts.website', json_build_object('domain', domain), NULL,
        least(placed.run_at, (
          SELECT run_at FROM graphile_worker.jobs WHERE key = 'contacts.website:' || domain AND locked_at IS NULL
        )), NULL, 'contacts.website:' || domain, ${PRIORITY}, NULL)::graphile_worker.job_spec
      FROM placed ORDER BY domain))`.execute(tx)}async function scheduleWikidata(db,domain,place){const key=`${WIKIDATA_TASK}:${domain}`;await enqueue(db,WIKIDATA_TASK,{domain},{queueName:WIKIDATA_TASK,jobKey:key,priority:PRIORITY,runAt:place})}export{isLookedUp as a,scheduleWikidata as i,scheduleDomains as n,neverLookedUp as o,scheduleFairly as r,rootOf as s,WIKIDATA_TASK as t};
//# sourceMappingURL=schedule-5vk2io_h.js.map