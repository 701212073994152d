import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { newProject, newStaff } from '../../app/testing/people.ts'
import { openDatabase } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { selectWaitingDomains } from './domain-store.ts'

test('many waiting domains of one project do not delay those of another', async () => {
  const owner = await newStaff()
  const [hostile, quiet] = [await newProject(owner), await newProject(owner)]
  const { databaseUrl: url } = inject('server')
  const db = openDatabase({ url, maxConnections: 1, onError: () => undefined })
  const add = (projectId: string, { count, age }: { count: number; age: string }) =>
    db.query(sql`
      insert into domain (id, host, environment_id, checked_at)
      select 'dom_' || ${randomUUID()} || number, number || '.' || ${projectId} || '.example.com',
        environment.id, now() - ${age}::interval
      from generate_series(1, ${count}) as number, environment
      where project_id = ${projectId} and name = 'dev'`)
  try {
    await add(hostile, { count: 100, age: '1 day' })
    await add(quiet, { count: 1, age: '6 minutes' })
    const due = await selectWaitingDomains(db, { afterMinutes: 5, forDays: 30, limit: 60 })
    const projects = due.map(({ projectId }) => projectId)
    expect(projects).toContain(quiet)
    expect(projects.indexOf(quiet)).toBeLessThan(projects.lastIndexOf(hostile))
  } finally {
    await db.query(sql`delete from domain where host like ${`%.${hostile}.example.com`}`)
    await db.close()
  }
})
