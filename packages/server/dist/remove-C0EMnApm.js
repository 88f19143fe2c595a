import{t as sql}from"./sql-DM60LVGZ.js";import{c as parseObjectKey,l as uploadKey}from"./candidates-IXC2OsT-.js";async function expire(tx,kind,id){await(kind===`job`?expireJob(tx,id):expireGroup(tx,id))}async function expireJob(tx,jobId){await sql`
    WITH job AS (
      SELECT id, user_id, group_id, status FROM bulk_jobs WHERE id = ${jobId} AND status <> 'expired' FOR UPDATE
    ), expired AS (
      UPDATE bulk_jobs SET status = 'expired', updated_at = greatest(updated_at, now())
      FROM job WHERE bulk_jobs.id = job.id
    )
    UPDATE bulk_accounts SET unfinished = unfinished - 1
    FROM job WHERE bulk_accounts.user_id = job.user_id AND group_id IS NULL AND status IN ('pending', 'processing')`.execute(tx)}async function expireGroup(tx,groupId){await sql`
    WITH submission AS (
      SELECT id, user_id, status FROM bulk_groups WHERE id = ${groupId} AND status <> 'expired' FOR UPDATE
    ), expired AS (
      UPDATE bulk_groups SET status = 'expired', updated_at = greatest(updated_at, now())
      FROM submission WHERE bulk_groups.id = submission.id
    )
    UPDATE bulk_accounts SET unfinished = unfinished - 1
    FROM submission WHERE bulk_accounts.user_id = submission.user_id
      AND status IN ('queued', 'parsing', 'processing', 'finalizing')`.execute(tx)}async function endSubmission(db,{kind,id}){if(kind===`upload`)return;await db.transaction().execute(tx=>expire(tx,kind,id));if(kind===`job`)return;for(const child of await childrenOf(db,id))await db.transaction().execute(tx=>expire(tx,`job`,child.id))}async function removeSubmission(deps,{kind,id}){if(kind===`job`)return removeJob(deps,id);if(kind===`group`)return removeGroup(deps,id);return removeUpload(deps,id)}async function removeJob({db,blobs,isSweep=false},id){const{rows}=await sql`SELECT csv_key FROM bulk_jobs WHERE id = ${id}`.execute(db);if(rows[0]?.csv_key)await blobs.delete(rows[0].csv_key);await db.transaction().execute(async tx=>{if(isSweep)await commitLater(tx);await sql`
      WITH job AS (DELETE FROM bulk_jobs WHERE id = ${id} RETURNING user_id, success)
      UPDATE bulk_accounts SET removed_units = removed_units + success
      FROM job WHERE bulk_accounts.user_id = job.user_id`.execute(tx);await forgetKeys(tx,[id])})}async function removeGroup({db,blobs,isSweep=false},id){const{rows}=await sql`
    SELECT upload_id, csv_key FROM bulk_groups WHERE id = ${id}`.execute(db);const[group]=rows;if(!group)return;const named=[group,...await childrenOf(db,id)].flatMap(({csv_key})=>csv_key??[]);for(const key of[...named,uploadKey(group.upload_id)])await blobs.delete(key);await db.transaction().execute(async tx=>{if(isSweep)await commitLater(tx);await sql`
      WITH children AS (DELETE FROM bulk_jobs WHERE group_id = ${id} RETURNING user_id, success)
      UPDATE bulk_accounts SET removed_units = removed_units + units
      FROM (SELECT user_id, sum(success) AS units FROM children GROUP BY user_id) AS removed
      WHERE bulk_accounts.user_id = removed.user_id`.execute(tx);await sql`DELETE FROM bulk_groups WHERE id = ${id}`.execute(tx);await sql`DELETE FROM bulk_uploads WHERE id = ${group.upload_id}`.execute(tx);await forgetKeys(tx,[id,group.upload_id])})}async function commitLater(tx){await sql`SET LOCAL synchronous_commit = off`.execute(tx)}async function removeUpload(deps,id){const{db,blobs}=deps;const{rows}=await sql`DELETE FROM bulk_uploads WHERE id = ${id} AND claimed_at IS NULL RETURNING id`.execute(db);if(rows.length>0){await blobs.delete(uploadKey(id));return db.transaction().execute(tx=>forgetKeys(tx,[id]))}const group=await db.selectFrom(`bulk_groups`).select(`id`).where(`upload_id`,`=`,id).executeTakeFirst();if(!group)return;await endSubmission(db,{kind:`group`,id:group.id});await removeGroup(deps,group.id)}async function jobIdsOf(db,submissions){const ids=[];for(const{kind,id}of submissions)if(kind===`job`)ids.push(id);else if(kind===`group`)for(const child of await childrenOf(db,id))ids.push(child.id);return ids}async function childrenOf(db,groupId){return db.selectFrom(`bulk_jobs`).select([`id`,`csv_key`]).where(`group_id`,`=`,groupId).execute()}async function forgetKeys(tx,resourceIds){await sql`DELETE FROM bulk_keys WHERE resource_id = ANY(${resourceIds}::uuid[])`.execute(tx)}async function*objectsOf(blobs,ids){for(const prefix of[`jobs/`,`groups/`,`uploads/`])for await(const{key}of blobs.list(prefix))if(ids.has(parseObjectKey(key)?.id??``))yield key}export{removeSubmission as a,objectsOf as i,endSubmission as n,expire as o,jobIdsOf as r,commitLater as t};
//# sourceMappingURL=remove-C0EMnApm.js.map