import { randomUUID } from 'node:crypto'
import type { AssignableRole } from '@plinth/contract'
import { hashPassword } from '../../apps/server/src/accounts/passwords/passwords.ts'
import { type Database, openDatabase } from '../../apps/server/src/foundation/platform/database.ts'
import { newId } from '../../apps/server/src/foundation/platform/new-id.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { addConfiguration } from '../../apps/server/src/projects/configuration/configuration-store.ts'
import { emptyConfiguration } from '../../apps/server/src/projects/configuration/configuration-text.ts'
import { addEnvironment } from '../../apps/server/src/projects/environments/environment-store.ts'
import { addProject } from '../../apps/server/src/projects/lifecycle/project-store.ts'

const PASSWORD = 'a password of a test'
let hashed: Promise<string> | undefined

export interface Account {
  id: string
  email: string
  password: string
}

/** The platform database, for state that no API call can create. */
export function openPlatform(url: string): Database {
  return openDatabase({ url, maxConnections: 2, onError: () => undefined })
}

/** Adds a staff user without projects. */
export async function addStaff(db: Database): Promise<Account> {
  hashed ??= hashPassword(PASSWORD)
  const account = { id: newId('stf'), email: `${randomUUID()}@example.com`, password: PASSWORD }
  await db.query(sql`
    insert into staff (id, organisation_id, email, first_name, last_name, password_hash)
    select ${account.id}, id, ${account.email}, 'Ines', 'Moreau', ${await hashed}
    from organisation limit 1`)
  return account
}

export async function addMember(
  db: Database,
  member: { projectId: string; staffId: string; role: AssignableRole },
): Promise<void> {
  await db.query(sql`
    insert into membership (project_id, staff_id, role)
    values (${member.projectId}, ${member.staffId}, ${member.role})`)
}

/** Whether an account keeps its password while people sign in with the provider only. */
export async function setBreakGlass(
  db: Database,
  { email, isBreakGlass }: { email: string; isBreakGlass: boolean },
): Promise<void> {
  await db.query(sql`update staff set break_glass = ${isBreakGlass} where email = ${email}`)
}

/** Ends all sessions of a user, as another process would. */
export async function endSessions(db: Database, staffId: string): Promise<void> {
  await db.query(sql`delete from session where staff_id = ${staffId}`)
}

/** Moves the proof of a session an hour into the past, so that sensitive calls ask again. */
export async function ageProof(db: Database, token: string): Promise<void> {
  await db.query(sql`
    update session set proved_at = now() - interval '1 hour'
    where token_hash = sha256(convert_to(${token}, 'UTF8'))`)
}

/** Makes dev differ from production, as after a Sync without a Deploy. */
export async function putOutOfSync(db: Database, projectId: string): Promise<void> {
  await db.query(sql`update project set in_sync = false where id = ${projectId}`)
  await db.query(sql`
    update configuration set old_digest = 'another' from environment
    where environment.id = environment_id and name = 'dev' and project_id = ${projectId}`)
}

export interface SeededProject {
  name: string
  region?: string
  tables?: number
  created?: Date
  updated?: Date
}

/** A project without databases, sufficient for lists. */
export async function seedProject(
  db: Database,
  { ownerId, ...project }: SeededProject & { ownerId: string },
): Promise<string> {
  const id = newId('prj')
  const [owner] = await db.query<{ organisation_id: string }>(
    sql`select organisation_id from staff where id = ${ownerId}`,
  )
  await db.transaction(async (transaction) => {
    await addProject(transaction, {
      id,
      organisationId: owner?.organisation_id ?? '',
      name: project.name,
      region: project.region ?? 'aws-ap-southeast-1',
      tableCount: project.tables ?? 0,
      ownerId,
    })
    for (const name of ['dev', 'production'] as const) {
      const environmentId = newId('env')
      const placement = { environmentId, engine: 'sqlite3', server: 'local' } as const
      const place = { database: `${environmentId}.db`, schema: 'main', connection: null }
      await addEnvironment(transaction, {
        projectId: id,
        name,
        placement: { ...placement, ...place },
      })
      const empty = emptyConfiguration('sqlite3')
      const configuration = { environmentId, draft: empty, applied: empty, staffId: ownerId }
      await addConfiguration(transaction, configuration)
    }
    await transaction.query(sql`
      update project set state = 'ready', created_at = ${project.created ?? new Date()},
        updated_at = ${project.updated ?? project.created ?? new Date()} where id = ${id}`)
  })
  return id
}
