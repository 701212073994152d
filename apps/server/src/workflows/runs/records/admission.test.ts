import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnPlatform, ownPlatform } from '../../../app/testing/own-platform.ts'
import { newId } from '../../../foundation/platform/new-id.ts'
import { sql } from '../../../foundation/platform/sql.ts'
import { addRuns, type RunOfTrigger } from './intake-store.ts'
import { holdLines } from './line-store.ts'
import { cancelQueued, endRuns } from './run-end-store.ts'
import { addRun, beginRuns } from './run-store.ts'

let own: OwnPlatform
beforeAll(async () => {
  own = await ownPlatform()
})
afterAll(() => own.close())

const settings = (concurrency: number) => JSON.stringify({ execution: { concurrency } })

/** A workflow with one active trigger, as a save leaves it. */
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
    graph: { digest: 'd', content: '{}' },
    nodeId: 'h',
  }
}

/** Takes promises as the relay does, each once, with the place in which they were made. */
async function claim(most: number) {
  return own.db.query<{ id: number; key: string; workflowId: string }>(sql`
    with taken as (delete from outbox where id in (
      select id from outbox order by id limit ${most} for update skip locked) returning id, key)
    select taken.id::integer, key, workflow_id as "workflowId" from taken join run on run.id = key
    order by 1`)
}

const succeeded = (id: string) => ({ id, status: 'succeeded', result: '{}', error: null }) as const

/** Lines that do not say what the runs say, or at which somebody stands although there is room. */
const wrongLines = () =>
  own.db.query(sql`
    select run_line.*, held, waits from run_line left join lateral (
      select count(*) filter (where slot = 'held') as held, count(*) filter (where slot = 'waits') as waits
      from run where run.workflow_id = run_line.workflow_id and status in ('queued', 'running', 'waiting')
    ) as own on true
    where held <> running or waits <> waiting or waiting > 0 and running < most or running > most`)

interface Town {
  workflows: { id: string; limit: number }[]
  known: string[]
  promised: { id: number; key: string; workflowId: string }[]
  underWay: Map<string, Set<string>>
  tooMany: string[]
  isArriving: boolean
}

/** Begins what is promised and ends it after a while, several in one statement, in any order. */
async function work(town: Town, ends: readonly number[]): Promise<void> {
  const mine: string[] = []
  for (let turn = 0; ; turn += 1) {
    const entries = await claim(3)
    town.promised.push(...entries)
    const begun = await beginRuns(
      own.db,
      entries.map(({ key: id }) => ({ id, forMs: 0 })),
    )
    for (const [at, { key, workflowId }] of entries.entries()) {
      // A run that was cancelled since it was claimed has given its slot away.
      if (begun[at] === 'over') continue
      mine.push(key)
      const all = town.underWay.get(workflowId) ?? new Set()
      town.underWay.set(workflowId, all.add(key))
      const limit = town.workflows.find(({ id }) => id === workflowId)?.limit ?? 0
      if (all.size > limit) town.tooMany.push(workflowId)
    }
    const isLast = entries.length === 0 && !town.isArriving
    const over = mine.splice(0, isLast ? mine.length : (ends[turn % ends.length] ?? 1))
    for (const all of town.underWay.values()) for (const id of over) all.delete(id)
    if (over.length > 0) await endRuns(own.db, over.toReversed().map(succeeded))
    else if (isLast) {
      const [left] = await own.db.query(sql`select from run where ended_at is null limit 1`)
      if (!left) return
    }
  }
}

/** Starts runs of one workflow one after another: in batches, alone, and together with another's. */
async function arrive(town: Town, { at, sizes }: { at: number; sizes: readonly number[] }) {
  const { workflows, known } = town
  const [mine, other] = [workflows[at]?.id ?? '', workflows.at(-1)?.id ?? '']
  for (const size of sizes) {
    if (size === 0) {
      await own.db.transaction(async (transaction) => {
        await holdLines(transaction, [other, mine])
        for (const id of [other, mine]) await addRun(transaction, newRun(id))
      })
    } else {
      const runs = Array.from({ length: size }, () => newRun(mine))
      await addRuns(own.db, [...runs, newRun(other)])
      known.push(...runs.map(({ id }) => id))
    }
  }
}

test('never more than the limit, in the order of arrival, and nobody is left standing', async () => {
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
    const town: Town = {
      workflows,
      known: [],
      promised: [],
      underWay: new Map(),
      tooMany: [],
      isArriving: true,
    }
    const workers = [work(town, over), work(town, over.toReversed()), work(town, [2])]
    await Promise.all(given.map(({ sizes }, at) => arrive(town, { at, sizes })))
    const leaving = town.known[cancelled % Math.max(1, town.known.length)]
    if (leaving !== undefined) await cancelQueued(own.db, leaving)
    town.isArriving = false
    await Promise.all(workers)
    expect(town.tooMany).toEqual([])
    expect(await wrongLines()).toEqual([])
    for (const { id } of workflows.slice(0, -1)) {
      const keys = town.promised
        .filter(({ workflowId }) => workflowId === id)
        .toSorted((one, two) => one.id - two.id)
        .map(({ key }) => key)
      expect(keys).toEqual(keys.toSorted())
    }
  })
  await fc.assert(property, { numRuns: 8 })
})

test('a limit that is raised admits those who wait; one that is lowered lets runs end', async () => {
  const id = await newWorkflow(1)
  const runs = Array.from({ length: 6 }, () => newRun(id))
  const taken = await addRuns(own.db, runs)
  expect(taken.map((one) => typeof one === 'object' && one.promised !== undefined)).toEqual([
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
  // Who waits may leave, and who has its slot and has not begun gives it on.
  expect(await cancelQueued(own.db, ids[4] ?? '')).toEqual({ isEnded: [true], admitted: 0 })
  expect(await cancelQueued(own.db, ids[3] ?? '')).toEqual({ isEnded: [true], admitted: 1 })
  expect((await claim(10)).map(({ key }) => key)).toEqual(ids.slice(5))
  await endRuns(own.db, ids.map(succeeded))
  expect(await endRuns(own.db, ids.map(succeeded))).toMatchObject({ admitted: 0 })
  expect(await wrongLines()).toEqual([])
})

test('a run that waits for a slot is not begun, whoever calls it', async () => {
  const id = await newWorkflow(1)
  const [first, second] = [newRun(id), newRun(id)]
  await addRuns(own.db, [first, second])
  const begun = await beginRuns(
    own.db,
    [first, second].map(({ id }) => ({ id, forMs: 5 })),
  )
  expect(begun).toEqual(['begun', 'over'])
  await claim(10)
  await endRuns(own.db, [first.id, second.id].map(succeeded))
})

test('an event that is told twice at once takes one slot and leaves none behind', async () => {
  const id = await newWorkflow(1)
  for (let round = 0; round < 20; round += 1) {
    const key = `${id}/h/${round}`
    const told = [newRun(id, key), newRun(id, key)]
    const taken = await Promise.all(told.map((run) => addRuns(own.db, [run, newRun(id)])))
    expect(taken.filter(([first]) => first === 'known')).toHaveLength(1)
    expect(await wrongLines()).toEqual([])
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
