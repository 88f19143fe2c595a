/**
 * Local parts that public bodies of five countries publish as contacts: town halls, courts, schools, hospitals,
 * libraries, police, tax offices. Written from general knowledge before the vocabulary was compared with them.
 */
const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const PUBLIC_BODIES: Readonly<Record<string, readonly string[]>> = {
  Germany: words(`
    poststelle rathaus gemeinde stadtverwaltung buergerbuero buergeramt einwohnermeldeamt standesamt ordnungsamt bauamt bauhof
    stadtwerke kaemmerei stadtkasse steueramt sozialamt jugendamt gesundheitsamt kulturamt schulamt sekretariat schulleitung
    kindergarten kita bibliothek stadtbuecherei stadtarchiv museum touristinfo tourist-information feuerwehr vhs
    volkshochschule friedhofsverwaltung wasserwerk abfallwirtschaft umweltamt vergabestelle pressestelle datenschutz
    gleichstellungsbeauftragte buergermeister landrat landratsamt kreisverwaltung verwaltung zulassungsstelle
    auslaenderbehoerde amtsgericht landgericht staatsanwaltschaft finanzamt polizei wahlamt hauptamt personalamt
    liegenschaftsamt gewerbeamt forstamt veterinaeramt info.rathaus zentrale
  `),
  France: words(`
    mairie accueil secretariat contact etat-civil etatcivil urbanisme service-urbanisme mairie.accueil secretariat.mairie
    cabinet.maire ccas mediatheque bibliotheque ecole college lycee creche periscolaire cantine police.municipale
    policemunicipale services.techniques servicestechniques comptabilite communication elections ressources-humaines rh
    direction.generale dgs finances marches-publics tourisme office.tourisme culture sports environnement dechets eau
    assainissement prefecture sous-prefecture tribunal greffe cadastre archives conservatoire piscine jeunesse
    affaires-scolaires enfance logement standard courrier scolarite vie-scolaire intendance gestionnaire administration
    dpo
  `),
  Italy: words(`
    protocollo urp anagrafe comune segreteria segreteria.sindaco sindaco ufficiotecnico ufficio.tecnico ragioneria tributi
    polizialocale polizia.locale vigili biblioteca servizisociali servizi.sociali urbanistica edilizia lavoripubblici
    lavori.pubblici suap personale elettorale statocivile stato.civile commercio ambiente cultura sport scuola istruzione
    economato contratti gare protocollo.generale affarigenerali affari.generali cimitero patrimonio turismo museo
    archivio informagiovani protezionecivile protezione.civile ced informatica segretario didattica amministrazione
    direzione presidenza info.comune questura prefettura tribunale cancelleria
  `),
  Spain: words(`
    ayuntamiento registro secretaria alcaldia alcalde intervencion tesoreria urbanismo padron estadistica policialocal
    policia.local biblioteca cultura deportes juventud servicios.sociales serviciossociales turismo oficinadeturismo
    oficina.turismo medioambiente medio.ambiente obras contratacion rentas recaudacion catastro cementerio personal
    recursoshumanos recursos.humanos prensa comunicacion informatica atencionciudadana atencion.ciudadano participacion
    igualdad educacion mercado consumo omic juzgado decanato conserjeria jefatura.estudios direccion secretaria.general
    gerencia museo archivo protocolo bomberos proteccioncivil agua limpieza
  `),
  'United States': words(`
    clerk cityclerk townclerk countyclerk clerk.recorder mayor council citycouncil citymanager townmanager selectmen
    assessor treasurer taxcollector collector finance purchasing publicworks dpw highway parks parksandrec recreation
    planning zoning building buildingdept permits codeenforcement police policechief sheriff firechief firedept fire ems
    911 dispatch emergencymanagement library librarian schoolboard superintendent principal registrar elections
    boardofelections voterregistration court courtclerk probate publicdefender districtattorney publichealth
    healthdept seniorcenter animalcontrol watersewer utilities utilitybilling itdept cyber mis webmaster hr
    humanresources publicrecords foia records communications
  `),
}
