import type pg from 'pg'

/** The version of a PostgreSQL server, and what the role that logs in there may do. */
export interface DatabaseRights {
  /** For example 150004. */
  versionNumber: number
  role: string
  isSuperuser: boolean
  canReplicate: boolean
  bypassesRowSecurity: boolean
  canCreateDatabases: boolean
  canCreateRoles: boolean
  /** Predefined roles that reach the server's files or programs, and of which the role is a member. */
  fileRoles: readonly string[]
}

const OLDEST_VERSION = 15
const FILE_ROLES = ['pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program']

/** Reads the rights of the session's own role, which a SET ROLE in its settings does not hide. */
export async function readDatabaseRights(client: pg.ClientBase): Promise<DatabaseRights> {
  const { rows } = await client.query<DatabaseRights>(
    `select current_setting('server_version_num')::int as "versionNumber", rolname as role,
      rolsuper as "isSuperuser", rolreplication as "canReplicate", rolbypassrls as "bypassesRowSecurity",
      rolsuper or rolcreatedb as "canCreateDatabases", rolsuper or rolcreaterole as "canCreateRoles",
      array(select held.rolname::text from pg_roles as held where held.rolname = any($1)
        and not own.rolsuper and pg_has_role(own.oid, held.oid, 'member') order by 1) as "fileRoles"
     from pg_roles as own where rolname = session_user`,
    [FILE_ROLES],
  )
  const [rights] = rows
  if (!rights) throw new Error('postgres: the session has no role')
  return rights
}

/** The reason not to start on a server of this version; undefined if it is supported. */
export function refuseOldVersion(setting: string, versionNumber: number): string | undefined {
  const version = Math.floor(versionNumber / 10_000)
  if (version >= OLDEST_VERSION) return undefined
  return (
    `${setting} points at PostgreSQL ${version}, which lets every role create functions in the schema "public": ` +
    `upgrade that server to PostgreSQL ${OLDEST_VERSION} or newer, or point ${setting} at a newer one.`
  )
}

/** The statements that revoke rights which the product must not have. */
export function listExcessRights(rights: DatabaseRights): string[] {
  const role = `"${rights.role.replaceAll('"', '""')}"`
  const attributes = [
    ...(rights.isSuperuser ? ['nosuperuser'] : []),
    ...(rights.canReplicate ? ['noreplication'] : []),
    ...(rights.bypassesRowSecurity ? ['nobypassrls'] : []),
  ]
  return [
    ...(attributes.length > 0 ? [`alter role ${role} ${attributes.join(' ')}`] : []),
    ...rights.fileRoles.map((held) => `revoke ${held} from ${role}`),
  ]
}

/** The missing rights on a server for projects' rows, each with the feature that needs it. */
export function listMissingRights(rights: DatabaseRights): string[] {
  return [
    ...(rights.canCreateDatabases
      ? []
      : ['CREATEDB: projects on PostgreSQL cannot be created when a new data database is needed']),
    ...(rights.canCreateRoles
      ? []
      : ['CREATEROLE: raw queries and Computed tables on PostgreSQL answer 503']),
  ]
}
