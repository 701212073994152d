import type pg from 'pg'
import type { Placement } from '../../engine/database-engine.ts'
import { readerOf, viewOwnerOf } from '../../engine/reader-of.ts'
import { quoteName } from '../../sql/quote-name.ts'
import type { RoleState } from './role-state.ts'

type Client = Pick<pg.ClientBase, 'query'>

interface Owning {
  readonly placement: Placement
  readonly state: RoleState
}

/**
 * Makes us a member of the view owner for as long as the work takes. Membership is never left behind: with
 * thousands of them PostgreSQL 15 takes most of a second to open a connection.
 */
export async function asViewOwner<T>(
  client: Client,
  { placement, state }: Owning,
  work: () => Promise<T>,
): Promise<T> {
  const owner = quoteName(viewOwnerOf(placement))
  const options = state.hasSetOption ? ' with inherit true, set true' : ''
  await client.query(`grant ${owner} to current_user${options}`)
  const result = await work()
  await client.query(`revoke ${owner} from current_user`)
  return result
}

/**
 * Hands views to the environment's view owner, in a transaction. Nobody but that role and the reader may select
 * from them afterwards: a statement of ours that reads one by mistake is denied.
 */
export async function ownViews(
  client: Client,
  owning: Owning & { readonly views: readonly string[] },
): Promise<void> {
  const { placement, views } = owning
  if (views.length === 0) return
  const schema = quoteName(placement.schema)
  const [reader, owner] = [readerOf(placement), viewOwnerOf(placement)].map(quoteName)
  const all = views.map((view) => `${schema}.${quoteName(view)}`)
  await asViewOwner(client, owning, async () => {
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

/** Where there can be no view owner nobody may read a view, ourselves included. */
export async function shutViews(
  client: Client,
  { placement, views }: { placement: Placement; views: readonly string[] },
): Promise<void> {
  const schema = quoteName(placement.schema)
  const all = views.map((view) => `${schema}.${quoteName(view)}`)
  if (all.length > 0)
    await client.query(`revoke all on ${all.join(', ')} from public, current_user`)
}
