import {
  cancelRun,
  deleteWorkflow,
  deployDatabase,
  listAudit,
  updateWorkflow,
} from '@plinth/contract'
import { expect, test } from 'vitest'
import { addressOf, hookPlace } from '../testing/hook-place.ts'
import { type Person, refusalOf, theAdmin } from '../testing/people.ts'
import { runnable, wires } from '../testing/runnable.ts'

const READ_ONLY = {
  status: 403,
  message: 'Workflows in production are read-only. Change or deactivate it in dev and deploy.',
}

const hook = runnable('hook', 'trigger-webhook', { parameters: {} })
const wait = runnable('wait', 'wait', { parameters: { amount: 1, unit: 'hours' } })

test('production is what was deployed: nobody changes it there, a deploy does, and a run of it can be stopped', async () => {
  const place = await hookPlace()
  const { projectId, params } = place
  const admin = await theAdmin()
  const body = {
    name: 'Live',
    nodes: [hook, wait],
    connections: wires('hook -> wait'),
    active: true,
  }
  const dev = await place.create(body)
  const deploy = () => admin.client.call(deployDatabase, { params, body: {} })
  const inProduction = async () =>
    (await place.list()).find(({ environment }) => environment.name === 'production')
  await deploy()
  const live = await inProduction()
  const named = { projectId, workflowId: live?.id ?? '' }
  const acts = (who: Person) => [
    () => who.client.call(updateWorkflow, { params: named, body: { ...body, active: false } }),
    () => who.client.call(deleteWorkflow, { params: named }),
  ]
  for (const who of [admin, place.owner]) {
    for (const act of acts(who)) expect(await refusalOf(act())).toMatchObject(READ_ONLY)
  }
  const called = await fetch(live ? addressOf(live) : '', { method: 'POST' })
  const { runId } = (await called.json()) as { runId: string }
  expect(
    await refusalOf(place.client.call(cancelRun, { params: { projectId, runId } })),
  ).toMatchObject({ status: 403 })
  const { run } = await admin.client.call(cancelRun, { params: { projectId, runId } })
  expect(run.status).toBe('cancelled')
  const query = { environment: 'production' as const }
  const { entries } = await admin.client.call(listAudit, { params, query })
  expect(entries).toContainEqual(
    expect.objectContaining({ action: 'cancelled', area: 'run', entity_id: runId }),
  )
  await place.update(dev.id, { ...body, active: false })
  await deploy()
  expect(await inProduction()).toMatchObject({ id: live?.id, active: false })
})
