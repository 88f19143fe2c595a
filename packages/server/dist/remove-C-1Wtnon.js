import{n as versionOf}from"./secrets-DcrdvdLW.js";import{r as sql}from"./current-Z4lvMNK9.js";import{t as mergeSources}from"./merge-Gnlh2_rH.js";import{createHmac}from"node:crypto";const SHOWN=[`id`,`email`,`domain`,`first_name`,`last_name`,`state`,`sources`,`enriched_at`,`created_at`,`updated_at`];async function listContacts({db},userId,{page,take}){const skip=(page-1)*take;const{rows}=await sql`
    WITH mine AS (SELECT total, last_position FROM contact_counts WHERE user_id = ${userId}),
    gaps AS (
      SELECT last_position - position - row_number() OVER (ORDER BY position DESC) + 1 AS newer_contacts
      FROM contact_gaps, mine WHERE user_id = ${userId}
    ),
    start AS (
      SELECT last_position - ${skip}::bigint
        - (SELECT count(*) FROM gaps WHERE newer_contacts <= ${skip}::bigint) AS position FROM mine
    )
    SELECT total, listed.* FROM mine LEFT JOIN (
      SELECT * FROM contacts
      WHERE user_id = ${userId} AND position <= (SELECT position FROM start)
      ORDER BY position DESC LIMIT ${take}
    ) AS listed ON true ORDER BY position DESC`.execute(db);const totalItems=rows[0]?.total??0;const data=rows.filter(row=>row.id!==null).map(toContact);return{totalItems,totalPages:Math.ceil(totalItems/take),itemsPerPage:take,currentPage:page,currentPageItemCount:data.length,data}}async function findContact(db,userId,id){const row=await db.selectFrom(`contacts`).select(SHOWN).where(`id`,`=`,id).where(`user_id`,`=`,userId).executeTakeFirst();return row&&toContact(row)}async function lockUsers(tx,userIds){await sql`
    INSERT INTO contact_counts (user_id)
    SELECT id FROM users WHERE id = ANY(${userIds}::uuid[]) ORDER BY id FOR KEY SHARE
    ON CONFLICT DO NOTHING`.execute(tx);await sql`SELECT FROM contact_counts WHERE user_id = ANY(${userIds}::uuid[]) ORDER BY user_id FOR UPDATE`.execute(tx)}function toContact(row){return{id:row.id,version:row.state===`matched`||row.state===`no_match`?`v1`:null,enrichment:mergeSources(row.state===`pending`?{}:row.sources),enrichedAt:row.enriched_at?.getTime()??null,enrichmentState:row.state,email:row.email,firstName:row.first_name,lastName:row.last_name,domain:row.domain,createdAt:row.created_at.getTime(),updatedAt:row.updated_at.getTime()}}async function suppress(tx,secrets,forms,userId){const[newest]=secrets;const hashes=forms.map(form=>hashOf(newest,form));await sql`SELECT pg_advisory_xact_lock(hashtextextended('suppressed_addresses', 0))`.execute(tx);await sql`
    INSERT INTO suppressed_addresses (hash, user_id, key_version)
    SELECT hash, ${userId}::uuid, ${versionOf(newest)}::integer FROM unnest(${hashes}::bytea[]) AS hash
    ON CONFLICT DO NOTHING`.execute(tx)}async function allowAgain(tx,secrets,forms){const{rows}=await sql`
    DELETE FROM suppressed_addresses WHERE hash = ANY(${hashesOf(secrets,forms)}::bytea[]) RETURNING user_id`.execute(tx);return new Set(rows.map(({user_id})=>user_id)).size}async function suppressionsOf(db,secrets,forms){const{rows}=await sql`
    SELECT user_id, min(created_at) AS since FROM suppressed_addresses
    WHERE hash = ANY(${hashesOf(secrets,forms)}::bytea[]) GROUP BY user_id`.execute(db);return rows}async function holdSuppressed(tx){await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended('suppressed_addresses', 0))`.execute(tx);const{rows}=await sql`SELECT FROM suppressed_addresses LIMIT 1`.execute(tx);return rows.length>0}async function withoutSuppressed(tx,secrets,userId,addresses){const hashed=addresses.map(address=>({address,hashes:hashesOf(secrets,formsOf(address))}));const{rows}=await sql`
    SELECT hash, user_id FROM suppressed_addresses
    WHERE hash = ANY(${hashed.flatMap(({hashes})=>hashes)}::bytea[])`.execute(tx);const listed=new Set(rows.map(({hash,user_id})=>keyOf(hash,user_id)));return hashed.filter(({hashes})=>hashes.every(hash=>!listed.has(keyOf(hash,null))&&!listed.has(keyOf(hash,userId)))).map(({address})=>address)}async function countUnreadable(db,secrets){const{rows}=await sql`
    SELECT count(*) AS count FROM suppressed_addresses
    WHERE key_version <> ALL(${secrets.map(versionOf)}::integer[])`.execute(db);return rows[0]?.count??0}function formsOf({email,normalized}){return[...new Set([email.toLowerCase(),normalized.toLowerCase()])]}function hashesOf(secrets,forms){return secrets.flatMap(secret=>forms.map(form=>hashOf(secret,form)))}function hashOf(secret,form){return createHmac(`sha256`,secret).update(`suppressed address\0`).update(form).digest()}function keyOf(hash,userId){return`${hash.toString(`hex`)} ${userId??``}`}async function removeContacts(tx,ids){const{rows}=await sql`
    WITH gone AS (
      DELETE FROM contacts WHERE id = ANY(${ids}::uuid[]) RETURNING user_id, position, email, normalized, domain
    ),
    gaps AS (INSERT INTO contact_gaps (user_id, position) SELECT user_id, position FROM gone),
    counts AS (
      UPDATE contact_counts SET total = total - n
      FROM (SELECT user_id, count(*) AS n FROM gone GROUP BY user_id) AS less WHERE less.user_id = contact_counts.user_id
    )
    SELECT email, normalized, domain FROM gone`.execute(tx);await forgetCompanies(tx,rows);return rows}async function forgetCompanies(tx,rows){await sql`
    DELETE FROM company_facts WHERE domain = ANY(${rows.map(({domain})=>domain)}::text[])
      AND NOT EXISTS (SELECT FROM contacts WHERE contacts.domain = company_facts.domain)`.execute(tx)}async function removeContact({db,secrets},{userId,id,isSuppressed}){return db.transaction().execute(async tx=>{await lockUsers(tx,[userId]);if(!await tx.selectFrom(`contacts`).select(`id`).where(`id`,`=`,id).where(`user_id`,`=`,userId).executeTakeFirst())return false;const[removed]=await removeContacts(tx,[id]);if(removed&&isSuppressed)await suppress(tx,secrets,formsOf(removed),userId);return true})}export{countUnreadable as a,suppressionsOf as c,findContact as d,listContacts as f,allowAgain as i,withoutSuppressed as l,toContact as m,removeContact as n,holdSuppressed as o,lockUsers as p,removeContacts as r,suppress as s,forgetCompanies as t,SHOWN as u};
//# sourceMappingURL=remove-C-1Wtnon.js.map