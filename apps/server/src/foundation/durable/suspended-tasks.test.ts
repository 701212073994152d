import { expect, inject, test } from 'vitest'
import * as z from 'zod'
import { eventually } from '../../app/testing/eventually.ts'
import { newProject, newStaff, withPlatform } from '../../app/testing/people.ts'
import { JSON_BODY, parseAnswer } from './parse-answer.ts'
import { requestRuntime } from './request-runtime.ts'

const Rows = z.object({ rows: z.array(z.object({ status: z.string() })) })

/** The states of the invocations of a project's tasks that have not ended. */
async function statesOf(projectId: string): Promise<string[]> {
  const query = `select status from sys_invocation
    where target_service_key = '${projectId}' and status <> 'completed'`
  const answer = await requestRuntime(inject('server').adminUrl, {
    path: 'query',
    headers: { ...JSON_BODY, accept: 'application/json' },
    body: JSON.stringify({ query }),
  })
  return parseAnswer(Rows, answer).rows.map(({ status }) => status)
}

test('a task holds no slot of the runtime between its attempts, and succeeds soon after the cause is removed', async () => {
  const projectId = await newProject(await newStaff())
  await withPlatform(async (db) => {
    const placed = `environment_id in (select id from environment where project_id = $1)`
    // Nobody can open this connection, so that the databases cannot be created.
    const setConnection = (engine: string, connection: Buffer | null) =>
      db.query(`update placement set engine = $2, connection = $3 where ${placed}`, [
        ...[projectId, engine, connection],
      ])
    await setConnection('postgres', Buffer.from('not sealed'))
    await db.query(`update project set state = 'provisioning' where id = $1`, [projectId])
    await db.query(
      `with enqueued as (insert into outbox (topic, key) values ('provisionProject', $1) returning *)
       insert into open_task (id, topic, key) select id, topic, key from enqueued`,
      [projectId],
    )
    expect(await eventually(async () => (await statesOf(projectId))[0] === 'suspended')).toBe(true)
    await setConnection('sqlite3', null)
    const isReady = async () => {
      const found = await db.query('select state from project where id = $1', [projectId])
      return found.rows[0].state === 'ready'
    }
    expect(await eventually(isReady)).toBe(true)
  })
})
