import { getRunRetention, saveRunRetention } from '@plinth/contract'
import { expect, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { expectApiError, newProject, newStaff, withPlatform } from '../../../app/testing/people.ts'
import { idAtTime } from '../../../foundation/platform/new-id.ts'
import { hard, setBudget } from '../../../projects/budgets/testing/set-budget.ts'

const DAY_MS = 86_400_000

/** Adds ended runs and logged requests of the given ages in days to dev. */
async function fill(projectId: string, ages: readonly number[]): Promise<void> {
  await withPlatform(async (on) => {
    for (const [at, days] of ages.entries()) {
      await on.query(
        `with dev as (select id from environment where project_id = $2 and name = 'dev'),
         logged as (
           insert into request_entry (environment_id, answered_at, request_id, call, method, table_name,
             status, ms, rows, kind, equal, ranged, sorted, to_end)
           select id, now() - $3 * interval '1 day', gen_random_uuid(), 'listRows', 'GET', 'book', 200, 1, 1,
             'guest', '', '', '', false from dev)
         insert into run (id, project_id, environment_id, workflow_id, workflow_name, version, graph_digest,
           concurrency, trigger, status, created_at, started_at, ended_at)
         select $1, $2, id, 'wfl', 'Old', 1, 'none', 1, 'manual', 'succeeded', now(), now(), now() from dev`,
        [idAtTime('run', Date.now() - days * DAY_MS + at), projectId, days],
      )
    }
    await on.query(
      `insert into request_retention (environment_id, entries) select id, $2 from environment
       where project_id = $1 and name = 'dev'
       on conflict (environment_id) do update set due_at = now()`,
      [projectId, ages.length],
    )
  })
}

async function left(projectId: string): Promise<[runs: number, requests: number]> {
  return withPlatform(async (on) => {
    const found = await on.query(
      `select (select count(*) from run where project_id = $1)::int as runs,
         (select count(*) from request_entry where environment_id in
           (select id from environment where project_id = $1))::int as requests`,
      [projectId],
    )
    return [found.rows[0].runs, found.rows[0].requests]
  })
}

/** Makes the retention of runs due, as saving it does. */
const makeDue = (projectId: string) =>
  withPlatform((on) =>
    on.query(
      `insert into run_retention (environment_id) select id from environment where project_id = $1
       on conflict (environment_id) do update set due_at = now()`,
      [projectId],
    ),
  )

test('a budget of log days deletes older runs and requests, and none of another project', async () => {
  const owner = await newStaff()
  const [limited, other] = [await newProject(owner), await newProject(owner)]
  await setBudget(limited, { logDays: hard(3) })
  const ages = [1, 2, 4, 5]
  for (const projectId of [limited, other]) {
    await fill(projectId, ages)
    await makeDue(projectId)
  }
  await eventually(async () => {
    const [runs, requests] = await left(limited)
    return runs === 2 && requests === 2
  }, 40_000)
  expect(await left(other)).toEqual([4, 4])
})

test('refuses a longer retention of runs than the budget, and shows it as default', async () => {
  const owner = await newStaff()
  const projectId = await newProject(owner)
  await setBudget(projectId, { logDays: hard(3) })
  const params = { projectId }
  const save = (days: number) =>
    owner.client.call(saveRunRetention, { params, body: { days, runs: null } })
  expect(await expectApiError(save(4))).toMatchObject({
    status: 422,
    details: [{ path: 'days', message: expect.stringContaining('3 days of logs') }],
  })
  expect((await save(2)).retention).toMatchObject({ days: 2, defaults: { days: 3 } })
  const read = await owner.client.call(getRunRetention, { params })
  expect(read.retention).toMatchObject({ days: 2, defaults: { days: 3 } })
})
