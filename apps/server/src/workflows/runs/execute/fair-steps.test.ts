import { createServer, type Server, type ServerResponse } from 'node:http'
import { executeWorkflow, getRun } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { runnable, runPlace, wires } from '../../../app/testing/runnable.ts'
import { testServer } from '../../../app/testing/test-server.ts'
import { useOwnServer } from '../../../app/testing/use-own-server.ts'

const STEPS = 4
useOwnServer({ PLINTH_RUN_STEPS: String(STEPS) })

const held: ServerResponse[] = []
let calls = 0
let isHolding = true
let web: Server
beforeAll(async () => {
  web = createServer((_request, reply) => {
    calls += 1
    if (isHolding) held.push(reply)
    else reply.end('{}')
  })
  const { http } = testServer().outside
  await new Promise<void>((resolve) => web.listen(http, '127.0.0.1', resolve))
})
afterAll(() => {
  web.closeAllConnections()
  web.close()
})

test('a project that waits for slow calls in every step it may have delays no run of another', async () => {
  const [hostile, quiet] = [await runPlace(), await runPlace()]
  const url = `http://127.0.0.1:${testServer().outside.http}`
  const names = Array.from({ length: 8 }, (_, at) => `call${at}`)
  const nodes = [
    runnable('start', 'set', { parameters: { value: '{}' } }),
    ...names.map((name) => runnable(name, 'http_request', { parameters: { method: 'GET', url } })),
  ]
  const edges = wires(...names.map((name) => `start -> ${name}`))
  const { id } = await hostile.save({ nodes, edges })
  const { data } = await hostile.client.call(executeWorkflow, {
    params: { projectId: hostile.projectId, workflowId: id },
    body: { nodes, edges },
    headers: { Prefer: 'respond-async' },
  })
  await eventually(async () => calls === STEPS - 1, 20_000)
  const one = { nodes: [runnable('one', 'set', { parameters: { value: '1' } })] }
  expect((await quiet.execute(one)).result).toEqual({ one: 1 })
  expect(calls).toBe(STEPS - 1)

  isHolding = false
  for (const reply of held) reply.end('{}')
  const params = { projectId: hostile.projectId, runId: data.runId }
  const ended = await eventually(async () => {
    const { run } = await hostile.client.call(getRun, { params })
    return run.endedOn !== null && run
  }, 20_000)
  expect(ended).toMatchObject({ status: 'succeeded' })
  expect(calls).toBe(names.length)
})
