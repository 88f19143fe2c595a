import{t as sql}from"./sql-DM60LVGZ.js";import{s as rootOf}from"./schedule-5vk2io_h.js";import{createHash}from"node:crypto";const LEASE_MINUTES=10;async function withSiteLease(db,domain,taskId,work){const root=createHash(`sha256`).update(rootOf(domain)).digest();const{rows}=await sql`
    INSERT INTO site_leases AS lease (root, task_id, leased_until)
    VALUES (${root}, ${taskId}::bigint, now() + make_interval(mins => ${LEASE_MINUTES}))
    ON CONFLICT (root) DO UPDATE SET task_id = excluded.task_id, leased_until = excluded.leased_until
    WHERE lease.leased_until < now() OR lease.task_id = excluded.task_id
    RETURNING root`.execute(db);if(rows.length===0)return false;try{await work()}finally{await sql`DELETE FROM site_leases WHERE root = ${root} AND task_id = ${taskId}::bigint`.execute(db)}return true}async function deleteExpiredSiteLeases(db){await sql`DELETE FROM site_leases WHERE leased_until < now()`.execute(db)}export{withSiteLease as n,deleteExpiredSiteLeases as t};
//# sourceMappingURL=site-lease-DyeP5Tlc.js.map