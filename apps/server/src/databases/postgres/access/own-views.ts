import type pg from 'pg'
import type { Placement } from '../../engine/database-engine.ts'
import { readerRole, viewOwnerRole } from '../../engine/role-names.ts'
import { quoteName } from '../../sql/quote-name.ts'
import type { RoleState } from './role-state.ts'

type Client = Pick<pg.ClientBase, 'query'>

interface ViewOwnership {
  readonly placement: Placement
  readonly state: RoleState
}

/**
 * Makes our role a member of the view owner while `work` runs. The membership is always revoked: with
 * thousands of memberships PostgreSQL 15 takes almost a second to open a connection.
 */
export async function asViewOwner<T>(
  client: Client,
  { placement, state }: ViewOwnership,
  work: () => Promise<T>,
): Promise<T> {
  const owner = quoteName(viewOwnerRole(placement))
  const options = state.hasSetOption ? ' with inherit true, set true' : ''
  await client.query(`grant ${owner} to current_user${options}`)
  const result = await work()
  await client.query(`revoke ${owner} from current_user`)
  return result
}

/**
 * Transfers views to the environment's view owner; call within a transaction. Only that role and the reader
 * may select from them afterwards, so a statement that we run on one by mistake is denied.
 */
export async function transferViews(
  client: Client,
  ownership: ViewOwnership & { readonly views: readonly string[] },
): Promise<void> {
  const { placement, views } = ownership
  if (views.length === 0) return
  const schema = quoteName(placement.schema)
  const [reader, owner] = [readerRole(placement), viewOwnerRole(placement)].map(quoteName)
  const all = views.map((view) => `${schema}.${quoteName(view)}`)
  await asViewOwner(client, ownership, async () => {
    const statements = [
      `grant create on schema ${schema} to ${owner}`,
      `revoke all on ${all.join(', ')} from public, current_user, ${reader}`,
      `grant select on ${all.join(', ')} to ${owner}, ${reader}`,
      ...all.map((view) => `alter view ${view} owner to ${owner}`),
      `revoke create on schema ${schema} from ${owner}`,
    ]
    await client.query(statements.join(';\n'))
  })
}

/** Without a view owner no role may read the views, including our own. */
export async function revokeViews(
  client: Client,
  { placement, views }: { placement: Placement; views: readonly string[] },
): Promise<void> {
  const schema = quoteName(placement.schema)
  const all = views.map((view) => `${schema}.${quoteName(view)}`)
  if (all.length > 0)
    await client.query(`revoke all on ${all.join(', ')} from public, current_user`)
}
