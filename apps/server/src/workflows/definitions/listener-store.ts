import { randomUUID } from 'node:crypto'
import type { Json } from '@plinth/engine'
import type { Queryable } from '../../foundation/platform/database.ts'
import { type Sql, sql } from '../../foundation/platform/sql.ts'
import { readJson } from '../../foundation/platform/stored-json.ts'
import { notify } from '../../foundation/pubsub/pubsub.ts'

interface HookNode {
  workflowId: string
  nodeId: string
}

/** The pub/sub topic of the listeners of one webhook. */
export const listenerTopic = ({ workflowId, nodeId }: HookNode) => `webhook ${workflowId}/${nodeId}`

const isOpen = sql`webhook_listener.call is null and webhook_listener.expires_at > now()`

/** Condition: the webhook that a row of this table names has an open listener. */
export const isListenedTo = (table: Sql) => sql`exists (select from webhook_listener
  where webhook_listener.workflow_id = ${table}.workflow_id
    and webhook_listener.node_id = ${table}.node_id and ${isOpen})`

interface Listener extends Record<string, unknown> {
  id: string
  leftMs: number
}

interface NewListener extends HookNode {
  staffId: string
  /** A listener of the same person that is continued if it is still there. */
  resumed: string | undefined
  withinMs: number
}

/** Starts to listen in place of an earlier listener of the same person, or continues that one. */
export async function openListener(
  on: Queryable,
  { workflowId, nodeId, staffId, resumed, withinMs }: NewListener,
): Promise<Listener> {
  const id = randomUUID()
  const [row] = await on.query<Listener>(sql`
    insert into webhook_listener as old (id, workflow_id, node_id, staff_id, expires_at)
    values (${id}, ${workflowId}, ${nodeId}, ${staffId}, now() + ${withinMs}::int * interval '1 ms')
    on conflict (workflow_id, node_id, staff_id) do update set
      id = case when old.id = ${resumed ?? ''} then old.id else excluded.id end,
      expires_at = case when old.id = ${resumed ?? ''} then old.expires_at else excluded.expires_at end,
      call = case when old.id = ${resumed ?? ''} then old.call end
    returning id, greatest(0, extract(epoch from expires_at - now()) * 1000)::int as "leftMs"`)
  if (!row) throw new Error('webhooks: the listener was not stored')
  return row
}

/** Undefined if the listener was replaced or its workflow deleted. */
export async function readListener(
  on: Queryable,
  id: string,
): Promise<{ call: { value: Json } | undefined; isExpired: boolean } | undefined> {
  const [row] = await on.query<{ call: string | null; isExpired: boolean }>(sql`
    select call, expires_at <= now() as "isExpired" from webhook_listener where id = ${id}`)
  return (
    row && {
      call: row.call === null ? undefined : { value: readJson(row.call) },
      isExpired: row.isExpired,
    }
  )
}

/** Deletes a listener. One that has got a call stays until `isRead`, so that its receiver can resume. */
export async function dropListener(
  on: Queryable,
  { id, isRead }: { id: string; isRead: boolean },
): Promise<void> {
  await on.query(sql`
    delete from webhook_listener where id = ${id} and (call is null or ${isRead}::boolean)`)
}

/** Copies a call to the open listeners of the webhook, which ends them; returns whether there were any. */
export async function copyToListeners(
  on: Queryable,
  { call, ...hook }: HookNode & { call: Json },
): Promise<boolean> {
  const given = await on.query(sql`
    update webhook_listener set call = ${JSON.stringify(call)}
    where workflow_id = ${hook.workflowId} and node_id = ${hook.nodeId} and ${isOpen}
    returning id`)
  if (given.length === 0) return false
  await notify(on, listenerTopic(hook))
  return true
}
