import {
  deleteRun,
  executeWorkflow,
  getRun,
  listWorkflowActivity,
  saveAvailability,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectApiError, join, newStaff } from '../../app/testing/people.ts'
import { runnable, runPlace } from '../../app/testing/runnable.ts'

let place: Awaited<ReturnType<typeof runPlace>>
beforeAll(async () => {
  place = await runPlace()
})

const nodes = [runnable('a', 'set', { parameters: { value: '1' } })]

async function activityOf(workflowId: string) {
  const { activity } = await place.client.call(listWorkflowActivity, { params: place.params })
  return activity.find((one) => one.workflowId === workflowId)
}

async function runOnce(workflowId: string): Promise<string> {
  return (await place.execute({ nodes }, { workflowId })).runId
}

describe('the activity of a workflow', () => {
  test('is its newest run', async () => {
    const { id } = await place.create({ name: 'Runs', nodes })
    expect(await activityOf(id)).toEqual({ workflowId: id, lastRun: null, nextOn: null })
    await runOnce(id)
    const last = await runOnce(id)
    expect((await activityOf(id))?.lastRun).toMatchObject({ id: last, status: 'succeeded' })
  })

  test('is the first time of its active schedules, while the project is open', async () => {
    const schedules = ['0 0 1 1 *', '0 9 * * *'].map((cron, at) =>
      runnable(`when ${at}`, 'trigger-schedule', { parameters: { cron } }),
    )
    const body = { name: 'Daily', nodes: schedules }
    const { id } = await place.create({ ...body, active: true })
    const next = (await activityOf(id))?.nextOn ?? ''
    const aheadMs = Date.parse(next) - Date.now()
    expect(aheadMs).toBeGreaterThan(0)
    expect(aheadMs).toBeLessThanOrEqual(24 * 3_600_000)
    expect(next).toContain('T09:00:00')
    const setState = (state: 'read-only' | 'open') =>
      place.client.call(saveAvailability, { params: place.params, body: { state } })
    await setState('read-only')
    expect((await activityOf(id))?.nextOn).toBeNull()
    await setState('open')
    await place.update(id, { ...body, active: false })
    expect((await activityOf(id))?.nextOn).toBeNull()
  })

  test('is not shown to others', async () => {
    const stranger = await newStaff()
    const call = stranger.client.call(listWorkflowActivity, { params: place.params })
    expect((await expectApiError(call)).status).toBe(404)
  })
})

describe('deleting a run', () => {
  test('removes an ended run with its records, and leaves the others', async () => {
    const { id } = await place.create({ name: 'Deleted', nodes })
    const [kept, gone] = [await runOnce(id), await runOnce(id)]
    const named = (runId: string) => ({ params: { ...place.params, runId } })
    await place.client.call(deleteRun, named(gone))
    expect((await expectApiError(place.client.call(getRun, named(gone)))).status).toBe(404)
    expect((await expectApiError(place.client.call(deleteRun, named(gone)))).status).toBe(404)
    expect((await activityOf(id))?.lastRun?.id).toBe(kept)
  })

  test.each([
    ['a developer of the project', 'developer', 403],
    ['someone else', undefined, 404],
  ] as const)('is refused to %s', async (_name, role, status) => {
    const { id } = await place.create({ name: `Refused ${role}`, nodes })
    const params = { ...place.params, runId: await runOnce(id) }
    const other = await newStaff()
    if (role) await join(other, { projectId: place.projectId, role })
    expect((await expectApiError(other.client.call(deleteRun, { params }))).status).toBe(status)
    expect((await place.client.call(getRun, { params })).run.status).toBe('succeeded')
  })

  test('is refused until the run has ended', async () => {
    const wait = [runnable('w', 'wait', { parameters: { amount: 600, unit: 'seconds' } })]
    const { id } = await place.create({ name: 'Waits', nodes: wait })
    const { data } = await place.client.call(executeWorkflow, {
      params: { ...place.params, workflowId: id },
      body: { nodes: wait, edges: [] },
      headers: { Prefer: 'respond-async' },
    })
    const { runId } = data
    const call = place.client.call(deleteRun, { params: { ...place.params, runId } })
    expect(await expectApiError(call)).toMatchObject({ status: 409, code: 'conflict' })
  })
})
