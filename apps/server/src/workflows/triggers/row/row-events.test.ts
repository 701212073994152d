import { ApiError } from '@plinth/client'
import { deleteWorkflow, deployDatabase } from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { theAdmin } from '../../../app/testing/people.ts'
import { runnable } from '../../../app/testing/runnable.ts'
import { MAX_DEPTH } from '../../runs/start/start-triggered-run.ts'
import { NOTES, ORDERS, watchedShop } from './testing/watched-shop.ts'

async function refusalOf(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof ApiError ? { status: error.status, details: error.details } : error
}

describe.each(['sqlite3', 'postgres'] as const)('row events on %s', (database) => {
  let shop: Awaited<ReturnType<typeof watchedShop>>
  beforeAll(async () => {
    shop = await watchedShop(database)
  })

  test('starts a run with the row, its previous values and the caller', async () => {
    const { id } = await shop.watch({ event: 'any' })
    const body = { name: 'Ada', total: 1, secret: 'canary' }
    const row = await shop.rows('POST', 'order', { body })
    await shop.rows('PUT', `order/${row.id}`, { body: { total: 2 } })
    await shop.rows('DELETE', `order/${row.id}`)
    const runs = await shop.ended(id, 3)
    expect(runs.map(({ trigger, status, depth }) => [trigger, status, depth])).toEqual(
      Array(3).fill(['row', 'succeeded', 0]),
    )
    const [created, updated, deleted] = runs.map(({ payload }) => payload)
    expect(created).toMatchObject({
      event: 'created',
      table: 'order',
      id: row.id,
      row: { id: row.id, name: 'Ada', total: 1, createdOn: row.createdOn },
      old: null,
      by: 'staff',
    })
    expect(updated).toMatchObject({ event: 'updated', row: { name: 'Ada', total: 2 } })
    expect(updated?.old).toMatchObject({ total: 1 })
    expect(Object.keys(updated?.old as object).sort()).toEqual(['total', 'updatedOn'])
    expect(deleted).toMatchObject({ event: 'deleted', row: { total: 2 }, old: null })
    expect(JSON.stringify(runs)).not.toContain('canary')
  })

  test('starts runs only for matching changes, in order', async () => {
    const paid = 'total > 100 && @request.old.total <= 100'
    const { id } = await shop.watch({ event: 'updated', filter: paid })
    const row = await shop.rows('POST', 'order', { body: { name: 'Bob', total: 500 } })
    const change = (total: number) => shop.rows('PUT', `order/${row.id}`, { body: { total } })
    for (const total of [50, 101, 102, 7, 300]) await change(total)
    const runs = await shop.ended(id, 2)
    expect(runs.map(({ payload }) => (payload.row as { total: number }).total)).toEqual([101, 300])
  })

  test('fires for each imported row, and reports an anonymous caller', async () => {
    const { id } = await shop.watch({ event: 'created', table: 'order', filter: 'name ~ "line"' })
    await shop.importRows(Array.from({ length: 30 }, (_, at) => ({ name: `line ${at}` })))
    await shop.rows('POST', 'order', { token: '', body: { name: 'line of a guest' } })
    const runs = await shop.ended(id, 31)
    expect(runs).toHaveLength(31)
    expect(new Set(runs.map(({ payload }) => payload.id)).size).toBe(31)
    expect(runs.at(-1)?.payload.by).toBe('guest')
  })

  test('starts nothing while off, removed or deleted, and fires again when switched on', async () => {
    const { id, workflow } = await shop.watch({ event: 'created' })
    // Events are dispatched in order: once the witness has its run, the other trigger was checked too.
    const witness = await shop.watch({ event: 'created' })
    const make = (name: string) => shop.rows('POST', 'order', { body: { name } })
    await make('one')
    await shop.ended(id, 1)
    await shop.update(id, { ...workflow, active: false })
    await make('two')
    await shop.ended(witness.id, 2)
    const [node] = workflow.nodes
    await shop.update(id, {
      ...workflow,
      nodes: [{ ...node, data: { ...node?.data, active: false } }],
    })
    await make('three')
    await shop.ended(witness.id, 3)
    await shop.update(id, workflow)
    await make('four')
    const runs = await shop.ended(id, 2)
    const names = runs.map(({ payload }) => (payload.row as { name: string }).name)
    expect(names).toEqual(['one', 'four'])
    const params = { projectId: shop.projectId, workflowId: id }
    await shop.client.call(deleteWorkflow, { params })
    const other = await shop.watch({ event: 'created' })
    await make('five')
    await shop.ended(other.id, 1)
    expect(await shop.runsOf(id)).toHaveLength(2)
  })

  test('stops a workflow that triggers itself at the maximum depth, and records why', async () => {
    const more = runnable('more', 'database', {
      parameters: { action: 'create', table: 'note', row: '{"text": "again"}' } as never,
    })
    const { id } = await shop.watch({ table: 'notes', event: 'created' }, [more])
    await shop.rows('POST', 'note', { body: { text: 'first' } })
    const runs = await shop.ended(id, MAX_DEPTH + 2)
    expect(runs.map(({ depth }) => depth)).toEqual(
      Array.from({ length: MAX_DEPTH + 2 }, (_, depth) => depth),
    )
    expect(runs.slice(1).map(({ parent }) => parent)).toEqual(runs.slice(0, -1).map(({ id }) => id))
    expect(runs[1]?.payload.by).toBe('workflow')
    expect(runs.slice(0, -1).every(({ status }) => status === 'succeeded')).toBe(true)
    expect(runs.at(-1)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('look for a loop'),
    })
  })

  test.each([
    ['no table', { table: '' }, 'table', 'Choose the table'],
    [
      'a table that is not there',
      { table: 'nowhere' },
      'table',
      'Table with name nowhere not found',
    ],
    ['a computed table', { table: 'sums' }, 'table', 'is computed'],
    ['an unknown event', { event: 'dropped' }, 'event', 'Choose what to wait for'],
    ['an unknown field', { filter: 'color = 1' }, 'filter', 'Column with name color not'],
    ['a hidden field', { filter: 'secret = "x"' }, 'filter', 'Column with name secret not found'],
    ['an invalid filter', { filter: 'total >' }, 'filter', ''],
    [
      'a filter on the caller',
      { filter: '@request.auth.id != ""' },
      'filter',
      '@request.old alone',
    ],
  ])('rejects an active workflow: %s', async (_case, parameters, name, words) => {
    const nodes = [shop.trigger(parameters)]
    const refused = await refusalOf(shop.create({ name: 'Refused', nodes, active: true }))
    expect(refused).toMatchObject({
      status: 422,
      details: [
        { path: `nodes.0.data.parameters.${name}`, message: expect.stringContaining(words) },
      ],
    })
    const draft = await shop.create({ name: `Half ${_case}`, nodes, active: false })
    const again = await refusalOf(shop.update(draft.id, { name: draft.name, nodes, active: true }))
    expect(again).toMatchObject({ status: 422 })
  })

  test('survives renames by a sync, and reports a filter that the sync broke', async () => {
    const own = await watchedShop(database)
    const by = await own.watch({ event: 'created', filter: 'total > 1' })
    const any = await own.watch({ event: 'created' })
    const later = await own.watch({ table: 'notes', event: 'created' })
    const columns = ORDERS.columns.map((column) =>
      column.name === 'total' ? { ...column, name: 'sum' } : column,
    )
    await own.sync([{ ...ORDERS, name: 'purchase', columns }, NOTES])
    await own.rows('POST', 'purchase', { body: { name: 'Eve', sum: 3 } })
    const [ran] = await own.ended(any.id, 1)
    expect(ran?.payload).toMatchObject({ table: 'purchase', row: { name: 'Eve', sum: 3 } })
    const [broken] = await own.ended(by.id, 1)
    expect(broken).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('Column with name total not found in table purchase'),
    })
    await own.rows('POST', 'note', { body: { text: 'still' } })
    await own.ended(later.id, 1)
  })

  test('watches a new table once it is synced', async () => {
    const own = await watchedShop(database)
    const drawn = { ...NOTES, id: 'drawn', name: 'drawn', columns: [] }
    await own.draw([ORDERS, NOTES, drawn])
    const { id } = await own.watch({ table: 'drawn', event: 'any' })
    await own.sync([ORDERS, NOTES, drawn])
    await eventually(async () => {
      await own.rows('POST', 'drawn', { body: {} })
      return (await own.runsOf(id)).length > 0
    })
  })

  test('is deployed to production, where changes in dev start nothing', async () => {
    const own = await watchedShop(database)
    const { workflow } = await own.watch({ event: 'created' })
    const admin = await theAdmin()
    await admin.client.call(deployDatabase, { params: own.params, body: {} })
    const live = (await own.list()).find(({ environment }) => environment.name === 'production')
    expect(live).toMatchObject({
      name: workflow.name,
      triggers: [{ kind: 'trigger-row', active: true }],
    })
    const make = (name: string) =>
      own.rows('POST', 'order', {
        token: admin.token,
        query: { $environment: 'production' },
        body: { name },
      })
    // A deploy installs row triggers shortly after its reply.
    await eventually(async () => {
      await make('live')
      return (await own.runsOf(live?.id ?? '')).length > 0
    })
    await own.rows('POST', 'order', { body: { name: 'dev' } })
    const runs = await own.ended(live?.id ?? '', 1)
    expect(runs.every(({ payload }) => (payload.row as { name: string }).name !== 'dev')).toBe(true)
  })
})
