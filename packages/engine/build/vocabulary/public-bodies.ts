/** Offices of towns, states, courts, schools, clubs and shops, by language. Letters only, diacritics removed. */
export const PUBLIC_BODY_TERMS = `
  cityclerk townclerk countyclerk villageclerk deputyclerk courtclerk clerkoffice cityhall townhall citymanager countymanager
  countyjudge countyattorney districtattorney publicdefender policechief firechief chiefofpolice chiefofstaff firedept policedept
  firedepartment policedepartment firemarshal publicworks publichealth publicsafety utilities utilitybilling codeenforcement
  animalservices parksandrec parksrec recreation planningandzoning zoning assessor assessors taxassessor taxcollector
  taxoffice treasureroffice comptroller auditor recorder registerofdeeds deeds elections electionoffice vitalrecords
  boardofelections superintendent schoolboard transportation sanitation recycling wastewater watershed emergencymanagement
  citycouncil towncouncil parishcouncil parishclerk councillors councilors democraticservices electoralservices counciltax
  housingbenefit highways licensing buildingcontrol planningapplications environmentalhealth socialservices adultcare
  childrensservices revenues benefits freedomofinformation foirequests lordmayor deputymayor mayoroffice mayorsoffice
  commissioner commissioners collectorate districtcollector tehsildar panchayat municipality corporation secretarygeneral
  undersecretary directorgeneral permanentsecretary ministersoffice privatesecretary nodalagency publicrelations cybercell
  cybercrime cyberteam cyber mis miscell misdept misoffice itcell itdept itdesk itsupport itservices ithelp ithelpdesk itadmin
  itteam itoffice itmanager itinfra itprocurement vigilance grievancecell rticell pio cpio examcell examination examinations
  controllerofexaminations tpo trainingandplacement placementcell hostelwarden principaloffice deansoffice registraroffice
  studentaffairs studentservices financialaid bursar bursary alumnirelations alumnioffice libraryservices
  clubsecretary membershipsecretary juniors fixtures groundsman boxoffice ticketoffice tickets proshop

  stadtrat gemeinderat kreistag landrat landraetin amtsdirektor magistrat buergerinfo buergertelefon rathausinfo stadtinfo
  gemeindeinfo bauhof baubetriebshof wertstoffhof stadtplanung stadtentwicklung stadtkaemmerei kaemmerei gewerbeamt
  auslaenderbehoerde zulassungsstelle fuehrerscheinstelle wohngeld elterngeld kita kitas hort schulamt schulleitung schulbuero
  sekretariate hausmeister elternbeirat foerderverein geschaeftsstelle geschaeftsfuehrung vorzimmer kassenwart schatzmeister
  schriftfuehrer sportwart jugendleitung jugendwart vereinsheim mitgliederverwaltung spielbetrieb onlineshop shopinfo
  ladengeschaeft filiale kundencenter kundenzentrum beschwerdemanagement reklamation reklamationen retoure retouren
  gemeindeschreiberei einwohnerdienste einwohnerkontrolle stadtkanzlei staatskanzlei landeskanzlei
  buergeranliegen stadtmarketing wirtschaftsfoerderung pressereferat oeffentlichkeitsarbeit

  gemeentehuis griffie griffier burgemeester wethouder wethouders raadsgriffie burgerzaken klantcontact klantcontactcentrum
  publiekszaken vergunningen handhaving omgevingsdienst waterschap provincie rijksdienst secretarie bestuurssecretariaat
  bestuur voorzitter penningmeester ledenadministratie clubhuis wedstrijdsecretariaat jeugdcommissie webwinkel retouren
  klachten klachtencommissie vertrouwenspersoon verzuim schooladministratie leerlingenzaken ouderraad directie inkoop verkoop
  boekhouding facturatie crediteuren debiteuren personeelszaken

  secretariatgeneral secretariatdirection secretariatmaire mairieannexe servicepopulation servicetechnique servicesgeneraux
  directiongenerale dgs drh daf dsi direction cabinet elus adjoint conseilmunicipal conseildepartemental conseilregional
  urbanismeservice affairesscolaires affairesculturelles affairesgenerales periscolaire creches petiteenfance ressourceshumaines
  marchespublics assainissement voirie espacesverts communicationmairie associationsportive tresorier tresoriere
  presidentclub boutique boutiqueenligne sav serviceapresvente relationclient relationsclients reclamations litiges

  sindaco segretario segretariogenerale protocollogenerale ufficiotecnico ufficiotributi ufficioanagrafe anagrafe tributi
  ragioneria polizialocale poliziamunicipale serviziosociale servizisociali ufficioscuola lavoripubblici urbanistica edilizia
  ambiente segreteriadidattica segreteriastudenti dirigentescolastico presidenza direzione direzionegenerale ufficioacquisti
  ufficiopersonale risorseumane economato biblioteche proloco negozio resi reclami

  belediye baskanlik belediyebaskani ozelkalem yaziisleri evrak imar zabita fenisleri insankaynaklari muhasebe satinalma
  halklailiskiler musterihizmetleri bilgiislem basinyayin kaymakamlik valilik muhtar muhtarlik kutuphane ogrenciisleri
  personeldaire strateji destek sikayet iade siparis magaza

  starosta starostka mistostarosta tajemnik tajemnice primator hejtman urad mestskyurad obecniurad magistrat epodatelna
  podatelny matrika stavebniurad odborskolstvi odbor kancelar sekretariat reditel reditelka skola materskaskola zakladniskola
  jidelna knihovna muzeum klub pokladna eshop reklamace objednavky fakturace ucetni ucetnictvi zakaznickyservis
  primatorka starostova obecnyurad mestsky zastupitelstvo

  dimarchos dimos protokollo grammateia grafeiodimarchou dimotologio lixiarxeio oikonomikes techniki ypiresia ypiresies
  dioikisi tmima tmimata logistirio promithies prosopiko exipiretisi exypiretisi kep polites dimotiko gymnasio lykeio
  vivliothiki syllogos katastima paraggelies epistrofes

  alcaldia alcaldesa secretariageneral registroentrada tesoreria recaudacion catastro estadistica obraspublicas medioambiente
  serviciossociales bienestarsocial educacionmunicipal juventudmunicipal bomberos proteccioncivil gobernacion diputacion
  consejeria subdireccion jefatura jefedeestudios ampa clubdeportivo tienda tiendaonline devoluciones reclamaciones postventa
  presidenciamunicipal sindicatura regidor regiduria oficialiadepartes

  prefeito gabinetedoprefeito camaramunicipal presidentedacamara juntafreguesia secretariadeeducacao secretariadesaude
  protocolo licitacao licitacoes tributos arrecadacao almoxarifado patrimonio rh recursoshumanos dp departamentopessoal
  coordenacao diretoria reitoria ouvidor sac posvenda lojavirtual loja trocas

  burmistrz wojt prezydentmiasta starostwo sekretarz skarbnik kancelaria sekretariatszkoly dyrekcja dyrektor biblioteka gops
  mops oswiata geodezja architektura inwestycje promocja kultura sklep reklamacje zwroty zamowienia kadry place

  kommunstyrelsen kommunchef kommundirektor registratur medborgarservice kontaktcenter stadsbyggnad byggnadsnamnden
  socialtjansten barnochutbildning rektor kansli kansliet kassor ordforande webbutik reklamation
  borgmester borgerservice kommunaldirektor byraad teknikogmiljoe folkeskole skoleleder kasserer formand webshop
  ordforer servicetorg radmann postmottak byggesak barnehage skolen rektorkontor kasserer leder
  kirjaamo kunnanjohtaja kaupunginjohtaja neuvonta palvelupiste rakennusvalvonta varhaiskasvatus koulusihteeri rehtori
  verkkokauppa asiakaspalvelu

  polgarmester jegyzo polgarmesterihivatal titkarsag iktato ugyfelszolgalat onkormanyzat iskola ovoda konyvtar penzugy
  primar primarie viceprimar registraturagenerala stareacivila urbanism taxesiimpozite secretariatscoala gradinita
  gradonacelnik nacelnik pisarnica opcina poglavarstvo zupan obcina tajnistvo ravnatelj
  kmet obshtina kantselaria delovodstvo direktor
  mer merija kantselyariya priemnaya glava administratsiya obrashcheniya buhgalteriya kadry otdelkadrov zakupki magazin
  kepaladesa lurah camat bupati walikota humas tatausaha kesiswaan sarpras perpustakaan bendahara sekretaris
  uybannhandan phongtochuc phonghanhchinh phongketoan vanthu bangiamhieu daotao tuyensinh
  kocho kyoiku somu soumu keiri jinji eigyo madoguchi toiawase otoiawase
  dpw watersewer collector building highway ems
  sports environnement cadastre piscine
  vigili sport contratti affarigenerali cimitero museo archivio ced
  cementerio igualdad educacion consumo omic conserjeria agua limpieza
`
  .trim()
  .split(/\s+/)

/**
 * Offices that are also family or given names. At an organization's own domain they are the office; at free mail they
 * are a person's.
 */
export const OFFICE_TERMS =
  'clerk mayor chief sheriff provost chancellor warden court treasurer constable coroner marshal recorder proctor reeve'.split(
    ' ',
  )
