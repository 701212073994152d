import {
  join,
  newProject,
  newStaff,
  type Person,
  withPlatform,
} from '../../../app/testing/people.ts'

/** A row of the audit as it is stored. */
interface StoredEntry {
  action: string
  entity: string
  entity_id: string
  project_id: string | null
  staff_id: string | null
  after: string | null
  request_id: string
  address: string | null
  agent: string | null
  session_id: string | null
  key_id: string | null
}

export async function auditWhere(where: string, values: unknown[]): Promise<StoredEntry[]> {
  return withPlatform(async (client) => {
    const { rows } = await client.query<StoredEntry>(
      `select * from audit where ${where} order by id`,
      values,
    )
    return rows
  })
}

export async function sessionOf({ id }: Person): Promise<string> {
  return withPlatform(async (client) => {
    const { rows } = await client.query('select id from session where staff_id = $1', [id])
    return rows[0].id
  })
}

/** A project with an owner and a developer, and an account that is no member. */
export async function auditedPlace() {
  const [owner, developer, outsider] = [await newStaff(), await newStaff(), await newStaff()]
  const projectId = await newProject(owner)
  await join(developer, { projectId, role: 'developer' })
  return { owner, developer, outsider, projectId, params: { projectId } }
}
