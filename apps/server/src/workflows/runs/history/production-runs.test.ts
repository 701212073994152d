import { cancelRun, deployDatabase, listAudit } from '@plinth/contract'
import { expect, test } from 'vitest'
import { addressOf, hookPlace } from '../../../app/testing/hook-place.ts'
import { expectApiError, theAdmin } from '../../../app/testing/people.ts'
import { runnable, wires } from '../../../app/testing/runnable.ts'

const hook = runnable('hook', 'trigger-webhook', { parameters: {} })
const wait = runnable('wait', 'wait', { parameters: { amount: 1, unit: 'hours' } })

test('lets only admins cancel a production run, audits its environment, and deploys a deactivation', async () => {
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
  const called = await fetch(live ? addressOf(live) : '', { method: 'POST' })
  const { runId } = (await called.json()) as { runId: string }
  expect(
    await expectApiError(place.client.call(cancelRun, { params: { projectId, runId } })),
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
