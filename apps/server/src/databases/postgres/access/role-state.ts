import type pg from 'pg'
import type { Placement } from '../../engine/database-engine.ts'
import { readerRole, viewOwnerRole } from '../../engine/role-names.ts'
import { quoteName } from '../../sql/quote-name.ts'

/** Which of an environment's two roles exist, and whether we may create and use them. */
export interface RoleState {
  readonly hasReader: boolean
  readonly hasViewOwner: boolean
  /** Since PostgreSQL 16 a membership has separate INHERIT and SET options. */
  readonly hasSetOption: boolean
  /** A sentence that names the privilege we lack and the fix for an operator; undefined if none is missing. */
  readonly missing: string | undefined
}

interface RoleRow {
  readonly version: number
  readonly isSuperuser: boolean
  readonly mayCreateRoles: boolean
  /** Which of the two roles exist, and those of them that we may not grant. */
  readonly roles: readonly string[]
  readonly notOurs: readonly string[]
  readonly maySchema: boolean
  readonly foreign: string | null
}

/** Parameters: the two roles, the schema, and the names of the tables whose columns are granted. */
const STATE = `
  select current_setting('server_version_num')::int as version, me.rolsuper as "isSuperuser",
    me.rolcreaterole as "mayCreateRoles",
    coalesce((select has_schema_privilege(n.oid, 'usage with grant option')
      and has_schema_privilege(n.oid, 'create with grant option')
      from pg_namespace n where n.oid = to_regnamespace($2)), false) as "maySchema",
    array(select r.rolname::text from pg_roles r where r.rolname = any($1)) as roles,
    array(select r.rolname::text from pg_roles r where r.rolname = any($1) and not exists (
      select from pg_auth_members m where m.roleid = r.oid and m.member = me.oid and m.admin_option)) as "notOurs",
    (select c.relname from pg_class c join pg_roles o on o.oid = c.relowner
      where c.relnamespace = to_regnamespace($2) and c.relname = any($3)
        and o.rolname <> $4 and not pg_has_role(o.oid, 'usage') limit 1) as foreign
  from pg_roles me where me.rolname = current_user`

const NEEDED_BY = 'Computed tables and raw queries run as a database role of their own, but '
const OUR_ROLE = 'the role that Plinth connects as'

function findMissing(found: RoleRow, placement: Placement): string | undefined {
  const { version, isSuperuser, mayCreateRoles, roles, notOurs, maySchema, foreign } = found
  if (isSuperuser) return undefined
  const names = [readerRole(placement), viewOwnerRole(placement)]
  if (!mayCreateRoles && (version < 160_000 || roles.length < names.length))
    return `${NEEDED_BY}${OUR_ROLE} lacks CREATEROLE. An operator can run: ALTER ROLE <${OUR_ROLE}> CREATEROLE.`
  const other = version < 160_000 ? undefined : notOurs[0]
  if (other)
    return `${NEEDED_BY}${OUR_ROLE} lacks ADMIN OPTION on "${other}". An operator can run: GRANT "${other}" TO <${OUR_ROLE}> WITH ADMIN OPTION.`
  if (!maySchema)
    return `${NEEDED_BY}${OUR_ROLE} may not grant rights on the schema "${placement.schema}". An operator can run: ALTER SCHEMA "${placement.schema}" OWNER TO <${OUR_ROLE}>.`
  if (foreign)
    return `${NEEDED_BY}${OUR_ROLE} does not own "${foreign}". An operator can run: ALTER TABLE "${placement.schema}"."${foreign}" OWNER TO <${OUR_ROLE}>.`
  return undefined
}

export async function readRoleState(
  client: Pick<pg.ClientBase, 'query'>,
  { placement, tables }: { placement: Placement; tables: readonly string[] },
): Promise<RoleState> {
  const [reader, viewOwner] = [readerRole(placement), viewOwnerRole(placement)]
  const schema = quoteName(placement.schema)
  const result = await client.query<RoleRow>(STATE, [
    [reader, viewOwner],
    schema,
    tables,
    viewOwner,
  ])
  const [row] = result.rows
  if (!row) throw new Error('the connected role has no entry in pg_roles')
  const names = new Set(row.roles)
  return {
    hasReader: names.has(reader),
    hasViewOwner: names.has(viewOwner),
    hasSetOption: row.version >= 160_000,
    missing: findMissing(row, placement),
  }
}
