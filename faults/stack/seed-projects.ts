import { PROVISION_VERSION } from '../../apps/server/src/databases/engine/database-engine.ts'
import type { Database } from '../../apps/server/src/foundation/platform/database.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'

export interface Seed {
  projects: number
  staff: number
  /** Number of projects per staff member. */
  projectsPerStaff: number
}

/** Email addresses of the seeded staff; their password is the admin's. */
export function seededEmail(number: number): string {
  return `staff${number}@example.com`
}

/**
 * Fills the platform database with a few set-based statements. The projects have no databases: they are for lists,
 * not for rows.
 */
export async function seedProjects(db: Database, seed: Seed): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.query(sql`
      insert into staff (id, organisation_id, email, first_name, last_name, password_hash)
      select 'stf_' || left(md5('staff' || n), 26), organisation_id, 'staff' || n || '@example.com',
        'Staff', n::text, password_hash
      from staff cross join generate_series(1, ${seed.staff}::int) as n where is_admin`)
    await transaction.query(sql`
      insert into project (id, organisation_id, name, region, state, in_sync, table_count, created_at, updated_at)
      select 'prj_' || left(md5('project' || n), 26), organisation.id, 'Project ' || n, 'aws-eu-central-1',
        'ready', n % 10 <> 0, n % 40, now() - n * interval '1 minute', now() - n * interval '1 second'
      from organisation cross join generate_series(1, ${seed.projects}::int) as n`)
    await transaction.query(sql`
      insert into membership (project_id, staff_id, role)
      select distinct on (project, person) 'prj_' || left(md5('project' || project), 26),
        'stf_' || left(md5('staff' || person), 26), case when place = 0 then 'owner' else 'developer' end
      from (select person, place, 1 + (person * 7919 + place * 197) % ${seed.projects}::int as project
        from generate_series(1, ${seed.staff}::int) as person,
          generate_series(0, ${seed.projectsPerStaff - 1}::int) as place) as pairs`)
    await transaction.query(sql`
      insert into environment (id, project_id, name)
      select 'env_' || left(md5(name || n), 26), 'prj_' || left(md5('project' || n), 26), name
      from generate_series(1, ${seed.projects}::int) as n, (values ('dev'), ('production')) as names (name)`)
    await transaction.query(sql`
      insert into placement (environment_id, engine, server, database, schema, ready, provisioned)
      select id, 'sqlite3', 'local', id || '.db', 'main', true, ${PROVISION_VERSION} from environment
      on conflict do nothing`)
    await transaction.query(sql`
      insert into configuration (environment_id, version, database, new_configuration, old_configuration, old_digest)
      select id, 'v1', 'sqlite3', empty, empty, encode(sha256(id::bytea), 'base64')
      from environment, (values ('{"database":"sqlite3","tables":[],"version":"v1"}')) as texts (empty)
      on conflict do nothing`)
  })
  await db.pool.query('vacuum analyze')
}

/** Ids of the seeded projects. */
export async function seededProjectIds(db: Database, projects: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select 'prj_' || left(md5('project' || n), 26) as id from generate_series(1, ${projects}::int) as n`)
  return rows.map((row) => row.id)
}
