/** Mailbox names of public offices, schools, parishes and security teams, in the languages of Europe and beyond. */
export const AUTHORITY_TERMS = `
  psirt csirt cert soc bugbounty bugbounties bugs bugreport bugreports bughunters vulnerability vulnerabilities vdp vuln secalert
  securityalert securityreport securityreports reportsecurity secreport productsecurity infosec cybersecurity itsecurity
  responsibledisclosure coordinateddisclosure whistleblower whistleblowing incident incidents incidentresponse trust trustandsafety
  privacyoffice privacyofficer privacyrequest privacyrequests privacyteam dataprotectionofficer dataprivacy dataprivacyofficer
  dsar dsr ccpa gdprrequests dsgvo dsb datenschutzbeauftragte foi foia informationrequests subjectaccess

  buergermeister burgermeister oberbuergermeister buergerservice buergeramt buergerbuero ordnungsamt jugendamt sozialamt
  finanzamt meldeamt einwohnermeldeamt gesundheitsamt veterinaeramt umweltamt tiefbauamt hochbauamt stadtwerke feuerwehr polizei
  wache leitstelle landratsamt kreisverwaltung gemeindeverwaltung gemeindekanzlei gemeindeamt amtsleitung amtsgericht gericht
  staatsanwaltschaft ministerium kanzleramt pressebuero tourismus touristinfo touristinformation gaestebuero kurverwaltung
  kulturamt museum stadtarchiv archiv volkshochschule vhs musikschule gymnasium realschule grundschule kindergarten
  posteingang stadtkasse kasse steueramt wahlamt friedhof pfarrei kirchengemeinde superintendentur dekanat pfarrsekretariat
  dsbeauftragter gleichstellung schwerbehindertenvertretung studierendensekretariat studienberatung pruefungsamt rektorat
  prorektorat kanzler fakultaet institut lehrstuhl bibliothekar

  prefecture souspreffecture sousprefecture etatcivil urbanisme ccas periscolaire enfance jeunesse cantine creche police policemunicipale
  gendarmerie officedetourisme tourisme mediatheque musee archives greffe tribunal ambassade consulat consulaire chancellerie
  rectorat scolaire viescolaire intendance cdi proviseur principal doyen decanat vicepresidence presidence delegation
  servicetechnique servicestechniques elus cabinetdumaire maire dgs standardtelephonique

  registro registrocivil registrogeneral alcalde concejal intervencion padron urbanismo policialocal cultura deportes turismo
  juventud participacion transparencia oac oficinavirtual sede sedeelectronica atencionciudadana mesadeentradas mesadepartes
  intendencia gobierno ministerio decano decanato rectorado vicerrectorado jefatura jefaturadeestudios consejeria consulado
  embajada denuncias defensoria fiscalia juzgado notaria

  sindaco vicesindaco ufficiotributi tributi ragioneria anagrafe statocivile elettorale poliziamunicipale poliziale
  polizialocale urp protocollogenerale ufficioprotocollo dirigente dirigentescolastico presidenza questura prefettura
  ambasciata consolato tribunale cancelleria didattica segreteriastudenti segreteriadidattica dipartimento
  rettorato diocesi curia turismo iat proloco

  geral juntafreguesia freguesia camaramunicipal presidencia gabinete gabinetedaprefeita chefiadegabinete protocolo
  tributos fiscalizacao assistenciasocial saude educacao obras planejamento licitacao licitacoes controladoria procuradoria
  corregedoria reitoria coordenacao colegiado biblioteca secretariaescolar embaixada consulado

  griffie burgemeester wethouder burgerzaken vergunningen bestuurssecretariaat politie brandweer rechtbank ambassade
  urzadgminy urzadmiasta um ug bip wojt burmistrz prezydent starostwo powiat promocja oswiata skarbnik zeas gops mops ops
  straz policja sad prokuratura ambasada konsulat rektorat dziekanat kwestura zespolszkol przedszkole
  obec obecniurad mestskyurad magistrat tajemnik matrika stavebni starostka epodatelna podatelna kancelar skolka
  hivatal polgarmesterihivatal jegyzo onkormanyzat ugyintezes kozmu
  primaria registratura relatiicupublicul relatiipublice achizitiipublice urbanism starecivila consiliu prefectura
  opstina opcina pisarnica matura zupan obcina zupanija gradskauprava dimos grammateia protokollo dimarxos
  kunta kirjaamo rehtori koulu neuvola kommunstyrelsen registrator kommunen radhuset rektor expeditionen
  borgerservice borgmester skolen postmottak servicekontor ordforer radmann sentralbord
  belediye kaymakamlik valilik ozelkalem yaziisleri zabita rektorluk dekanlik ogrenciisleri
  administraciya priemnayakomissiya kancelyariya sovet duma uprava akimat

  town townhall townclerk cityclerk clerk cityhall citymanager mayorsoffice council councillors parishcouncil parishclerk planning
  buildingcontrol licensing electoral electoralservices elections housing benefits counciltax environmentalhealth libraries library
  museum archives records recordsoffice parks recreation publicworks fire fireservice police sheriff courts court
  embassy consulate consular visas visa ministry minister permanentsecretary pressofficer correspondence publicaffairs
  ombudsman chancellor dean deansoffice bursar provost secretary secretarygeneral treasurer chairman chairperson chair warden
  churchoffice parishoffice rectory vicarage diocese schooloffice admissionsoffice headmaster headmistress governors
  volunteers volunteer volunteering donations donate giving membership memberships members subscriptions subscription
  webteam webadmin sitemaster moderators moderator community forum committee working workinggroup secretariatgeneral
  orderdesk salesdesk dispatcher switchboard operatorservices onlineservices ebusiness webstore estore
  bookingoffice groupbookings groups travel tours concierge frontdesk guestservices guestrelations hospitality
  city county village municipality visitor visitors tips tipline newsdesk editorinchief counsel generalcounsel ethics ethicsline
  ombudsperson speakup invoicing einvoicing einvoice internship internships partnership partnershipprogram experience
  customerexperience netops sysadmins sre appsec antispam coc codeofconduct conduct maintainers maintainer devel
  packaging packagers translators translations localization localisation discuss announce patches procurementteam
  tipps geschaeftsstelle landesverband kreisverband ortsverband bezirksverband ortsverein bundesverband dachverband
  landesgeschaeftsstelle bundesgeschaeftsstelle fraktion kita kitas kindertagesstaette hort elternbeirat foerderverein schulleitung
  lehrerzimmer stadt stadtrat kreis landkreis kommunikation oeffentlichkeitsarbeit hinweisgeber hinweisgeberstelle beschwerde
  beschwerden beschwerdemanagement ombudsmann ombudsfrau lieferanten fibu finanzbuchhaltung lohnbuchhaltung lohnbuero lohn praktikum
  praktika rechenzentrum leitung bereichsleitung standortleitung filialleitung marktleitung filiale niederlassung zweigstelle
  aussenstelle kueche kantine buchung veranstaltung veranstaltungen tagung tagungen akademie kursanmeldung anmeldung anmeldungen
  mitgliedschaft mitglieder mitgliederverwaltung jugend jugendleitung abteilungsleitung schiedsrichter diakonie caritas sozialstation
  hausverwaltung immobilien vermietung hausmeister haustechnik gebaeudemanagement fuhrpark zimmer gaeste inserate anzeigenannahme
  mediadaten leserbriefe leserservice abo abonnement abonnements aktionaere investoren postbus griffier
  mesadeayuda centrodeayuda pqr pqrs pqrsd cotizacion cotizaciones inscripciones postulaciones licitaciones convocatorias becas
  egresados bienestar extension investigacion posgrado postgrado pregrado catastro rentas transito comisaria
  etudiants scolarites inscription inscriptions abonnements adherents benevolat guichet etatcivile voirie dechets
  iscrizione iscrizioni abbonamenti soci tesoriere biglietteria ecologia lavoripubblici
  inscricoes matricula bolsas estagio estagios pesquisa posgraduacao graduacao licenciamento arquivo cobrancas assinaturas
  claims underwriting brokers brokerage lettings valuations conveyancing wills probate surgery appointments prescriptions
`
  .trim()
  .split(/\s+/)
