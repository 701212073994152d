import { beforeAll, expect, test } from 'vitest'
import { addressOf, hookPlace } from '../../../app/testing/hook-place.ts'
import { runnable, wires } from '../../../app/testing/runnable.ts'

let fixture: Awaited<ReturnType<typeof hookPlace>>
beforeAll(async () => {
  fixture = await hookPlace()
})

const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

test('checks a cached webhook against its current settings', async () => {
  const { name, id, url } = await fixture.hook()
  const call = async (method: string) => (await fetch(url, { ...json({}), method })).status
  expect(await call('POST')).toBe(202)
  const update = (options: Parameters<typeof fixture.body>[0], execute = '') =>
    fixture.update(id, {
      name,
      ...fixture.body(options),
      settings: { access: { execute } },
      active: true,
    })
  await update({ parameters: { method: 'PUT' } })
  expect([await call('POST'), await call('PUT')]).toEqual([405, 202])
  await update({ parameters: { method: 'PUT' } }, 'false')
  expect(await call('PUT')).toBe(403)
  await update({ parameters: { method: 'PUT', check: 'bearer' } })
  expect(await call('PUT')).toBe(401)
  await update({ parameters: { method: 'PUT' } })
  expect(await call('PUT')).toBe(202)
})

test('replies as soon as Respond has run, and continues the run', async () => {
  const workflow = await fixture.create({
    name: 'Answers early',
    nodes: [
      runnable('hook', 'trigger-webhook', { parameters: { answer: 'result' } }),
      runnable('say', 'respond', { parameters: { status: 200, value: '"soon"' } }),
      runnable('wait', 'wait', { parameters: { amount: 3, unit: 'seconds' } }),
    ],
    connections: wires('hook -> say', 'say -> wait'),
    active: true,
  })
  const answer = await fetch(addressOf(workflow), json({}))
  expect([answer.status, await answer.json()]).toEqual([200, 'soon'])
  const [run] = await fixture.runsOf(workflow.id)
  expect(run?.endedOn).toBeNull()
  expect((await fixture.untilEnded(run?.id ?? '')).status).toBe('succeeded')
})
