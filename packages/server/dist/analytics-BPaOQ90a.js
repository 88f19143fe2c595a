import{t as sql}from"./sql-DM60LVGZ.js";const addToLedger=async(tx,events)=>{const rows=events.map(({userId,kind,units,occurredAt})=>({user_id:userId,day:utcDay(occurredAt),kind,units}));await sql`
    INSERT INTO usage_daily (user_id, day, kind, units)
    SELECT user_id, day, kind, sum(units)
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS event (user_id uuid, day date, kind text, units bigint)
    JOIN users ON users.id = user_id
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (user_id, day, kind) DO UPDATE SET units = usage_daily.units + excluded.units`.execute(tx)};function utcDay(time){return time.toISOString().slice(0,10)}const countVerdicts=async(tx,events)=>{const rows=events.flatMap(({userId,flags,occurredAt})=>Object.entries(flags).map(([flag,count])=>({user_id:userId,day:utcDay(occurredAt),flag,count})));await sql`
    INSERT INTO verdict_daily (user_id, day, flag, count)
    SELECT user_id, day, flag, sum(count)
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS counted (user_id uuid, day date, flag text, count bigint)
    JOIN users ON users.id = user_id
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (user_id, day, flag) DO UPDATE SET count = verdict_daily.count + excluded.count`.execute(tx)};async function readVerdictCounts(db,userId){return db.selectFrom(`verdict_daily`).select([`day`,`flag`,`count`]).where(`user_id`,`=`,userId).orderBy(`day`).orderBy(`flag`).execute()}export{readVerdictCounts as n,addToLedger as r,countVerdicts as t};
//# sourceMappingURL=analytics-BPaOQ90a.js.map