import {
  deleteProject,
  disableStaff,
  executeWorkflow,
  removeMember,
  signOut,
  updateMember,
} from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServer } from '../../../app/startup/start-server.ts'
import { join, newStaff, type Person, theAdmin, withPlatform } from '../../../app/testing/people.ts'
import { runnable, runPlace } from '../../../app/testing/runnable.ts'
import { startBeside } from '../../../app/testing/start-beside.ts'

const NEVER_MS = 3_600_000

/** Two more processes: one only listens for notifications, the other also checks at a short interval. */
let notified: RunningServer
let clocked: RunningServer
let admin: Person
beforeAll(async () => {
  notified = await startBeside({}, { streamCheckMs: NEVER_MS })
  clocked = await startBeside({}, { streamCheckMs: 50 })
  admin = await theAdmin()
})
afterAll(async () => {
  await notified.stop()
  await clocked.stop()
})

/** A run that waits for an hour, and a developer of its project. */
async function prepare() {
  const fixture = await runPlace()
  const { projectId, owner } = fixture
  const nodes = [runnable('w', 'wait', { parameters: { amount: 1, unit: 'hours' } })]
  const { id: workflowId } = await fixture.save({ nodes })
  const { data } = await fixture.client.call(executeWorkflow, {
    params: { projectId, workflowId },
    body: { nodes, edges: [] },
    headers: { Prefer: 'respond-async' },
  })
  const member = await newStaff()
  await join(member, { projectId, role: 'developer' })
  return { projectId, owner, member, runId: data.runId }
}

type Prepared = Awaited<ReturnType<typeof prepare>>

/** Follows the run's events at one process; each call causes an event and waits for it, or for the end. */
async function watch({ address }: RunningServer, { projectId, runId, member }: Prepared) {
  const stop = new AbortController()
  const answer = await fetch(`${address}/api/project/${projectId}/run/${runId}/events`, {
    headers: { authorization: `Bearer ${member.token}` },
    signal: stop.signal,
  })
  expect(answer.status).toBe(200)
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  const nextEvent = async (): Promise<boolean> => {
    await withPlatform((client) =>
      client.query(`update run set change = nextval('run_change') where id = $1`, [runId]),
    )
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return false
      if (Buffer.from(value).toString().includes('data: ')) return true
    }
  }
  return { nextEvent, close: () => stop.abort() }
}

/** Reads a stream that always has another event to its end; without an end the test times out. */
async function waitForEnd(stream: Awaited<ReturnType<typeof watch>>): Promise<void> {
  while (await stream.nextEvent());
}

const LOSSES: Record<string, (of: Prepared) => Promise<unknown>> = {
  'removed from the project': ({ owner, projectId, member }) =>
    owner.client.call(removeMember, { params: { projectId, memberId: member.id } }),
  disabled: ({ member }) => admin.client.call(disableStaff, { params: { staffId: member.id } }),
  'signed out': ({ member }) => member.client.call(signOut),
  'left without the project': ({ owner, projectId }) =>
    owner.client.call(deleteProject, { params: { projectId } }),
}

describe('a stream with one event after another ends (R28)', () => {
  test.each(Object.keys(LOSSES))(
    'on notification, when its reader is %s in another process',
    async (name) => {
      const of = await prepare()
      const stream = await watch(notified, of)
      expect([await stream.nextEvent(), await stream.nextEvent()]).toEqual([true, true])
      await LOSSES[name]?.(of)
      await waitForEnd(stream)
    },
  )

  test('by the periodic check, when the notification is lost', async () => {
    const of = await prepare()
    const streams = [await watch(notified, of), await watch(clocked, of)] as const
    for (const stream of streams) expect(await stream.nextEvent()).toBe(true)
    await withPlatform(async (client) => {
      await client.query('begin')
      await client.query('alter table session disable trigger session_ended')
      await client.query('delete from session where staff_id = $1', [of.member.id])
      await client.query('alter table session enable trigger session_ended')
      await client.query('commit')
    })
    await waitForEnd(streams[1])
    // The process without periodic checks shows that no notification was sent.
    expect(await streams[0].nextEvent()).toBe(true)
    streams[0].close()
  })
})

test('a stream continues while its reader has access', async () => {
  const of = await prepare()
  const stream = await watch(notified, of)
  const other = await newStaff()
  await join(other, { projectId: of.projectId, role: 'developer' })
  const { owner, projectId, member } = of
  await owner.client.call(removeMember, { params: { projectId, memberId: other.id } })
  const params = { projectId, memberId: member.id }
  await owner.client.call(updateMember, { params, body: { role: 'owner' } })
  for (let event = 0; event < 5; event += 1) expect(await stream.nextEvent()).toBe(true)
  stream.close()
})

test('checks the rights of all streams of a process with one query', async () => {
  const of = await prepare()
  const streams = await Promise.all(Array.from({ length: 20 }, () => watch(notified, of)))
  const { query } = notified.context.db
  /** The number of streams in each session query. */
  const asked: number[] = []
  notified.context.db.query = (statement) => {
    const [tokens] = statement.values.filter(Array.isArray)
    if (statement.text.includes('from session join')) asked.push(tokens?.length ?? 0)
    return query(statement)
  }
  try {
    await LOSSES['removed from the project']?.(of)
    for (const stream of streams) await waitForEnd(stream)
    expect(asked[0]).toBe(20)
    expect(asked.length).toBeLessThan(20)
  } finally {
    notified.context.db.query = query
  }
})
