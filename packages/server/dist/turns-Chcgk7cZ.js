import{t as sql}from"./sql-ChvQqOUa.js";import{s as rootOf}from"./schedule-B0CTmWzh.js";import{createHash}from"node:crypto";const TURN_MAX_MINUTES=10;async function inTurn(db,domain,taskId,work){const root=createHash(`sha256`).update(rootOf(domain)).digest();const{rows}=await sql`
    INSERT INTO site_visits AS visit (root, task_id, until)
    VALUES (${root}, ${taskId}::bigint, now() + make_interval(mins => ${TURN_MAX_MINUTES}))
    ON CONFLICT (root) DO UPDATE SET task_id = excluded.task_id, until = excluded.until
    WHERE visit.until < now() OR visit.task_id = excluded.task_id
    RETURNING root`.execute(db);if(rows.length===0)return false;try{await work()}finally{await sql`DELETE FROM site_visits WHERE root = ${root} AND task_id = ${taskId}::bigint`.execute(db)}return true}async function endForgottenTurns(db){await sql`DELETE FROM site_visits WHERE until < now()`.execute(db)}export{inTurn as n,endForgottenTurns as t};
//# sourceMappingURL=turns-Chcgk7cZ.js.map