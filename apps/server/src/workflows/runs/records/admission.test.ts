import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnPlatform, ownPlatform } from '../../../app/testing/own-platform.ts'
import { newId } from '../../../foundation/platform/new-id.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import { addRuns, type RunOfTrigger } from './intake-store.ts'
import { lockQueues } from './queue-store.ts'
import { cancelQueued, endRuns } from './run-end-store.ts'
import { addRun, beginRuns } from './run-store.ts'

let own: OwnPlatform
beforeAll(async () => {
  own = await ownPlatform()
})
afterAll(() => own.close())

const settings = (concurrency: number) => JSON.stringify({ execution: { concurrency } })

/** Creates a workflow with one active trigger, as saving one does. */
async function newWorkflow(concurrency: number): Promise<string> {
  const id = newId('wfl')
  await own.db.query(sql`
    with made as (
      insert into workflow (id, environment_id, name, nodes, connections, settings, active, node_count,
        credentials, digest)
      values (${id}, ${own.environmentId}, ${id}, '[]', '[]', ${settings(concurrency)}, true, 1, '[]', '')
      returning id)
    insert into trigger (workflow_id, node_id, environment_id, kind, settings, credentials, active)
    select id, 'h', ${own.environmentId}, 'trigger-webhook', '{}', '[]', true from made`)
  return id
}

const setLimit = (workflowId: string, concurrency: number) =>
  own.db.query(
    sql`update workflow set settings = ${settings(concurrency)} where id = ${workflowId}`,
  )

function newRun(workflowId: string, eventKey: string | null = null): RunOfTrigger {
  return {
    id: newId('run'),
    projectId: own.projectId,
    environmentId: own.environmentId,
    workflowId,
    workflowName: 'Own',
    version: 1,
    concurrency: 1,
    trigger: 'webhook',
    payload: null,
    parentId: null,
    depth: 0,
    eventKey,
    refusal: null,
    traceParent: null,
    graph: { digest: 'd', content: '{}' },
    nodeId: 'h',
  }
}

/** Claims outbox entries as the relay does, each once, with their position. */
async function claim(max: number) {
  return own.db.query<{ id: number; key: string; workflowId: string }>(sql`
    with taken as (delete from outbox where id in (
      select id from outbox order by id limit ${max} for update skip locked) returning id, key)
    select taken.id::integer, key, workflow_id as "workflowId" from taken join run on run.id = key
    order by 1`)
}

const succeeded = (id: string) => ({ id, status: 'succeeded', result: '{}', error: null }) as const

/** Queues whose counters disagree with the runs, or that are stalled with a free slot. */
const wrongQueues = () =>
  own.db.query(sql`
    select run_queue.*, held, queued_runs from run_queue left join lateral (
      select count(*) filter (where slot = 'held') as held, count(*) filter (where slot = 'queued') as queued_runs
      from run where run.workflow_id = run_queue.workflow_id and status in ('queued', 'running', 'waiting')
    ) as own on true
    where held <> running or queued_runs <> queued or queued > 0 and running < slots or running > slots`)

interface Simulation {
  workflows: { id: string; limit: number }[]
  known: string[]
  enqueued: { id: number; key: string; workflowId: string }[]
  running: Map<string, Set<string>>
  overLimit: string[]
  isArriving: boolean
}

/** Starts enqueued runs and ends them later, several per statement, in any order. */
async function work(state: Simulation, ends: readonly number[]): Promise<void> {
  const mine: string[] = []
  for (let round = 0; ; round += 1) {
    const entries = await claim(3)
    state.enqueued.push(...entries)
    const begun = await beginRuns(
      own.db,
      entries.map(({ key: id }) => ({ id, forMs: 0 })),
    )
    for (const [at, { key, workflowId }] of entries.entries()) {
      // A run cancelled after it was claimed has passed on its slot.
      if (begun[at] === 'ended') continue
      mine.push(key)
      const all = state.running.get(workflowId) ?? new Set()
      state.running.set(workflowId, all.add(key))
      const limit = state.workflows.find(({ id }) => id === workflowId)?.limit ?? 0
      if (all.size > limit) state.overLimit.push(workflowId)
    }
    const isLast = entries.length === 0 && !state.isArriving
    const over = mine.splice(0, isLast ? mine.length : (ends[round % ends.length] ?? 1))
    for (const all of state.running.values()) for (const id of over) all.delete(id)
    if (over.length > 0) await endRuns(own.db, over.toReversed().map(succeeded))
    else if (isLast) {
      const [left] = await own.db.query(sql`select from run where ended_at is null limit 1`)
      if (!left) return
    }
  }
}

/** Starts runs of one workflow one after another: in batches, alone, and together with another workflow's. */
async function arrive(state: Simulation, { at, sizes }: { at: number; sizes: readonly number[] }) {
  const { workflows, known } = state
  const [mine, other] = [workflows[at]?.id ?? '', workflows.at(-1)?.id ?? '']
  for (const size of sizes) {
    if (size === 0) {
      await own.db.transaction(async (transaction) => {
        await lockQueues(transaction, [other, mine])
        for (const id of [other, mine]) await addRun(transaction, newRun(id))
      })
    } else {
      const runs = Array.from({ length: size }, () => newRun(mine))
      await addRuns(own.db, [...runs, newRun(other)])
      known.push(...runs.map(({ id }) => id))
    }
  }
}

test('executes at most the limit, in order of arrival, and leaves no queue stalled', async () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 3, maxLength: 8 })
  const places = fc.array(fc.record({ limit: fc.integer({ min: 1, max: 4 }), sizes }), {
    minLength: 2,
    maxLength: 4,
  })
  const ends = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 })
  const property = fc.asyncProperty(places, ends, fc.nat(40), async (given, over, cancelled) => {
    const workflows = []
    for (const { limit } of given) workflows.push({ id: await newWorkflow(limit), limit })
    workflows.push({ id: await newWorkflow(3), limit: 3 })
    const state: Simulation = {
      workflows,
      known: [],
      enqueued: [],
      running: new Map(),
      overLimit: [],
      isArriving: true,
    }
    const workers = [work(state, over), work(state, over.toReversed()), work(state, [2])]
    await Promise.all(given.map(({ sizes }, at) => arrive(state, { at, sizes })))
    const cancelledId = state.known[cancelled % Math.max(1, state.known.length)]
    if (cancelledId !== undefined) await cancelQueued(own.db, cancelledId)
    state.isArriving = false
    await Promise.all(workers)
    expect(state.overLimit).toEqual([])
    expect(await wrongQueues()).toEqual([])
    for (const { id } of workflows.slice(0, -1)) {
      const keys = state.enqueued
        .filter(({ workflowId }) => workflowId === id)
        .toSorted((one, two) => one.id - two.id)
        .map(({ key }) => key)
      expect(keys).toEqual(keys.toSorted())
    }
  })
  await fc.assert(property, { numRuns: 8 })
})

test('admits queued runs when the limit is raised, and lets runs end when it is lowered', async () => {
  const id = await newWorkflow(1)
  const runs = Array.from({ length: 6 }, () => newRun(id))
  const taken = await addRuns(own.db, runs)
  expect(taken.map((one) => typeof one === 'object' && one.enqueued !== undefined)).toEqual([
    true,
    ...Array(5).fill(false),
  ])
  await setLimit(id, 3)
  expect((await claim(10)).map(({ key }) => key)).toEqual(runs.slice(0, 3).map(({ id }) => id))
  await setLimit(id, 1)
  const ids = runs.map((run) => run.id)
  expect(await endRuns(own.db, ids.slice(0, 2).map(succeeded))).toMatchObject({ admitted: 0 })
  expect(await endRuns(own.db, ids.slice(2, 3).map(succeeded))).toMatchObject({ admitted: 1 })
  expect((await claim(10)).map(({ key }) => key)).toEqual(ids.slice(3, 4))
  // A queued run may be cancelled, and a run with a slot that has not started passes it on.
  expect(await cancelQueued(own.db, ids[4] ?? '')).toEqual({ isEnded: [true], admitted: 0 })
  expect(await cancelQueued(own.db, ids[3] ?? '')).toEqual({ isEnded: [true], admitted: 1 })
  expect((await claim(10)).map(({ key }) => key)).toEqual(ids.slice(5))
  await endRuns(own.db, ids.map(succeeded))
  expect(await endRuns(own.db, ids.map(succeeded))).toMatchObject({ admitted: 0 })
  expect(await wrongQueues()).toEqual([])
})

test('does not start a run that waits for a slot', async () => {
  const id = await newWorkflow(1)
  const [first, second] = [newRun(id), newRun(id)]
  await addRuns(own.db, [first, second])
  const begun = await beginRuns(
    own.db,
    [first, second].map(({ id }) => ({ id, forMs: 5 })),
  )
  expect(begun).toEqual(['new', 'ended'])
  await claim(10)
  await endRuns(own.db, [first.id, second.id].map(succeeded))
})

test('takes one slot for an event delivered twice at once, and leaks none', async () => {
  const id = await newWorkflow(1)
  for (let round = 0; round < 20; round += 1) {
    const key = `${id}/h/${round}`
    const delivered = [newRun(id, key), newRun(id, key)]
    const taken = await Promise.all(delivered.map((run) => addRuns(own.db, [run, newRun(id)])))
    expect(taken.filter(([first]) => first === 'known')).toHaveLength(1)
    expect(await wrongQueues()).toEqual([])
    for (let left = 3; left > 0; left -= 1) {
      const entries = await claim(10)
      expect(entries).toHaveLength(1)
      await endRuns(
        own.db,
        entries.map(({ key }) => succeeded(key)),
      )
    }
  }
})
