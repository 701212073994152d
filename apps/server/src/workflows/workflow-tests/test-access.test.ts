import {
  createWorkflowTest,
  deleteRun,
  listAudit,
  MAX_WORKFLOW_TESTS,
  runWorkflowTest,
  updateWorkflowTest,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectApiError, join, newStaff, withPlatform } from '../../app/testing/people.ts'
import { runnable, wires } from '../../app/testing/runnable.ts'
import { testPlace } from './testing/test-place.ts'
import { toTestsText } from './tests-text.ts'

let place: Awaited<ReturnType<typeof testPlace>>
beforeAll(async () => {
  place = await testPlace()
})
const set = (id: string, value: string) => runnable(id, 'set', { parameters: { value } })

test('is listed, renamed and deleted, with audit entries and without a new revision', async () => {
  const { workflowId, test: made } = await place.record({ nodes: [set('a', '1')] }, 'First')
  expect(await place.tests(workflowId)).toEqual([made])
  expect(made).toMatchObject({ name: 'First', by: place.owner.email })
  await place.change(workflowId, made.id, { name: 'Second' })
  expect(await place.tests(workflowId)).toMatchObject([{ id: made.id, name: 'Second' }])
  await place.remove(workflowId, made.id)
  expect(await place.tests(workflowId)).toEqual([])
  expect(await place.get(workflowId)).toMatchObject({ revision: 1 })
  const { entries } = await place.client.call(listAudit, { params: place.params, query: {} })
  const actions = entries.filter(({ entity_id }) => entity_id === workflowId)
  expect(actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['added test', 'changed test', 'deleted test']),
  )
})

test('has audit entries that show a weaker test before and after', async () => {
  const { workflowId, test: made } = await place.record({ nodes: [set('a', '1')] })
  const expectations = made.expectations.slice(0, 1)
  await place.change(workflowId, made.id, { expectations })
  await place.remove(workflowId, made.id)
  const { entries } = await place.client.call(listAudit, { params: place.params, query: {} })
  const shown = entries
    .filter(({ entity_id, action }) => entity_id === workflowId && action.endsWith('test'))
    .map(({ action, before, after }) => [action, before, after])
  const whole = { test: made.name, expectations: 2, pins: [], digest: expect.any(String) }
  const weak = { ...whole, expectations: 1 }
  const like = (one: object) => expect.objectContaining(one)
  expect(shown).toHaveLength(3)
  expect(shown).toContainEqual(['added test', null, like(whole)])
  expect(shown).toContainEqual(['changed test', like(whole), like(weak)])
  expect(shown).toContainEqual(['deleted test', like(weak), null])
})

test('is removed from older versions when it is deleted, and others stay', async () => {
  const recorded = await place.record({ nodes: [set('a', '1')] })
  const { workflowId, name, test: made } = recorded
  const other = await place.make(workflowId, recorded.runId, 'Other')
  await place.update(workflowId, { name, nodes: [set('a', '2')] })
  await place.remove(workflowId, made.id)
  const rows = await withPlatform(async (on) => {
    const query = 'select revision, tests from workflow_version where workflow_id = $1 order by 1'
    return (await on.query(query, [workflowId])).rows
  })
  expect(rows).toEqual([
    { revision: 1, tests: toTestsText([other]) },
    { revision: 2, tests: toTestsText([other]) },
  ])
})

test('is named when its run is deleted, and keeps working', async () => {
  const { workflowId, name, runId, test: made } = await place.record({ nodes: [set('a', '1')] })
  const again = await place.execute({ nodes: [set('a', '1')] }, { workflowId })
  const remove = (id: string) =>
    place.client.call(deleteRun, { params: { ...place.params, runId: id } })
  expect(await remove(again.runId)).toEqual({ tests: [] })
  const one = { workflowId, testId: made.id, name: made.name, workflow: name, environment: 'dev' }
  expect(await remove(runId)).toEqual({ tests: [one] })
  expect(await place.run(workflowId, made.id)).toMatchObject({ passed: true })
})

describe('refuses', () => {
  test('a test without expectations, and an answer in place of a script', async () => {
    const { workflowId, test: made } = await place.record({ nodes: [set('a', '1')] })
    const empty = await expectApiError(place.change(workflowId, made.id, { expectations: [] }))
    expect(empty).toMatchObject({ status: 422 })
    expect(JSON.stringify(empty.details)).toContain('is empty')
    const pins = { a: { status: 'done', value: 1 } }
    const pinned = await expectApiError(place.change(workflowId, made.id, { pins }))
    expect(pinned).toMatchObject({ status: 422 })
    expect(JSON.stringify(pinned.details)).toContain('tests always execute')
    expect(await place.tests(workflowId)).toEqual([made])
  })

  test('a run of another workflow, and one that does not exist', async () => {
    const [one, other] = [
      await place.record({ nodes: [set('a', '1')] }),
      await place.record({ nodes: [set('a', '1')] }),
    ]
    const error = await expectApiError(place.make(one.workflowId, other.runId))
    expect(error).toMatchObject({ status: 422 })
    const none = await expectApiError(place.make(one.workflowId, `run_${'0'.repeat(26)}`))
    expect(none).toMatchObject({ status: 422 })
  })

  test('people outside of the project with 404', async () => {
    const { workflowId, runId, test: made } = await place.record({ nodes: [set('a', '1')] })
    const stranger = await newStaff()
    const params = { projectId: place.projectId, workflowId }
    const calls = [
      () => stranger.client.call(createWorkflowTest, { params, body: { runId, name: 'x' } }),
      () => stranger.client.call(runWorkflowTest, { params: { ...params, testId: made.id } }),
      () =>
        stranger.client.call(updateWorkflowTest, {
          params: { ...params, testId: made.id },
          body: { name: 'x' },
        }),
    ]
    for (const call of calls) expect(await expectApiError(call())).toMatchObject({ status: 404 })
  })

  test('a test of another project with 404', async () => {
    const { workflowId, test: made } = await place.record({ nodes: [set('a', '1')] })
    const other = await testPlace()
    const developer = await newStaff()
    await join(developer, { projectId: other.projectId, role: 'developer' })
    expect(await expectApiError(other.run(workflowId, made.id))).toMatchObject({ status: 404 })
  })

  test('more tests than a workflow may have', async () => {
    const { workflowId, runId } = await place.record({ nodes: [set('a', '1')] })
    for (let count = 1; count < MAX_WORKFLOW_TESTS; count += 1)
      await place.make(workflowId, runId, `Number ${count}`)
    const error = await expectApiError(place.make(workflowId, runId))
    expect(error).toMatchObject({ status: 409, message: expect.stringContaining('50 tests') })
  })

  test('a run with too much data', async () => {
    const code = 'return "x".repeat(300000)'
    const graph = { nodes: [runnable('a', 'javascript', { parameters: { code } })] }
    const workflow = await place.save(graph)
    const { runId } = await place.execute(graph, { workflowId: workflow.id })
    const error = await expectApiError(place.make(workflow.id, runId))
    expect(error).toMatchObject({ status: 413, message: expect.stringContaining('256 KB') })
  })

  test('a run that needs more expectations than a test has', async () => {
    const items = '{{ Array(500).fill(0) }}'
    const each = runnable('each', 'loop', { parameters: { items } })
    const graph = { nodes: [each, set('one', '1')], edges: wires('each.item -> one') }
    const error = await expectApiError(place.record(graph))
    expect(error).toMatchObject({ status: 422, message: expect.stringContaining('fewer items') })
  })
})
