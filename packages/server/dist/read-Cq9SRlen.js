import{r as sql}from"./current-Z4lvMNK9.js";const EVENT=sql`e.*, (SELECT p.email FROM people p WHERE p.id = e.person_id) AS person`;async function auditOfAccount(db,accountId,{page,take}){const[counted,listed]=await Promise.all([sql`SELECT count(*) AS total FROM audit_events WHERE account_id = ${accountId}`.execute(db),sql`SELECT ${EVENT} FROM audit_events e WHERE account_id = ${accountId}
      ORDER BY at DESC, id DESC LIMIT ${take} OFFSET ${(page-1)*take}`.execute(db)]);return{items:listed.rows.map(toEvent),total:counted.rows[0].total,page,take}}async function allAuditOfAccount(db,accountId){const{rows}=await sql`
    SELECT ${EVENT} FROM audit_events e WHERE account_id = ${accountId} ORDER BY at DESC, id DESC`.execute(db);return rows.map(toEvent)}async function listAudit(db,{accountId,action,since,limit}){const{rows}=await sql`
    SELECT ${EVENT}, o.email FROM audit_events e LEFT JOIN first_owners o ON o.user_id = e.account_id
    WHERE (${accountId??null}::uuid IS NULL OR e.account_id = ${accountId??null})
      AND (${action??null}::text IS NULL OR e.action = ${action??null})
      AND (${since??null}::timestamptz IS NULL OR e.at >= ${since??null})
    ORDER BY e.at DESC, e.id DESC LIMIT ${limit}`.execute(db);return rows.map(row=>({...toEvent(row),account_id:row.account_id,email:row.email}))}function toEvent({id,at,action,actor,person,subject_id,detail,network}){return{id,at:at.toISOString(),action,actor,person,subject_id,detail,network}}export{auditOfAccount as n,listAudit as r,allAuditOfAccount as t};
//# sourceMappingURL=read-Cq9SRlen.js.map