import { runMigration } from '@plinth/contract'
import { expect, test } from 'vitest'
import { newProject, newStaff, theAdmin, withPlatform } from '../../app/testing/people.ts'

test('Run Migration upgrades outdated databases, and counts failures', async () => {
  const admin = await theAdmin()
  const projectId = await newProject(await newStaff())
  const where = 'environment_id in (select id from environment where project_id = $1)'
  const owe = (more = '') =>
    withPlatform((on) =>
      on.query(`update placement set provisioned = 0 ${more} where ${where}`, [projectId]),
    )
  const paid = async () => {
    const query = `select bool_and(provisioned > 0) as paid from placement where ${where}`
    return (await withPlatform((on) => on.query(query, [projectId]))).rows[0].paid as boolean
  }
  await owe()
  await Promise.all([admin.client.call(runMigration), admin.client.call(runMigration)])
  expect(await paid()).toBe(true)
  await owe(`, engine = 'postgres', server = 'default', database = repeat('x', 70)`)
  expect((await admin.client.call(runMigration)).failed).toBeGreaterThan(0)
  expect(await paid()).toBe(false)
  await withPlatform((on) =>
    on.query(
      `update placement set engine = 'sqlite3', database = environment_id || '.db' where ${where}`,
      [projectId],
    ),
  )
  await admin.client.call(runMigration)
  expect(await paid()).toBe(true)
})
