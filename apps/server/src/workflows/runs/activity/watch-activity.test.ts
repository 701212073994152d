import { listRequests, watchActivity } from '@plinth/contract'
import { expect, test } from 'vitest'
import { expectApiError, newStaff } from '../../../app/testing/people.ts'
import { runnable, runPlace } from '../../../app/testing/runnable.ts'
import { send } from '../../../rows/testing/shelf.ts'

const GRAPH = { nodes: [runnable('a', 'set', { parameters: { value: '1' } })] }

test('streams the newest run, and each new one', async () => {
  const place = await runPlace()
  const params = { projectId: place.projectId }
  const stream = place.client.stream(watchActivity, { params, query: { of: 'runs' } })
  const next = async () => (await stream.next()).value?.newest
  expect(await next()).toBeNull()
  const { id: workflowId } = await place.save(GRAPH)
  for (let count = 0; count < 2; count += 1) {
    const { runId } = await place.execute(GRAPH, { workflowId })
    expect(await next()).toBe(runId)
  }
  await stream.return(undefined)
})

test('streams the newest logged request, and each new one', async () => {
  const place = await runPlace()
  const params = { projectId: place.projectId }
  const stream = place.client.stream(watchActivity, { params, query: { of: 'requests' } })
  expect((await stream.next()).value).toEqual({ newest: null })
  await send('GET', 'none', { query: { $projectId: place.projectId } })
  const { newest } = (await stream.next()).value ?? {}
  const { requests } = await place.client.call(listRequests, { params })
  expect(newest).toBe(requests[0]?.id)
  await stream.return(undefined)
})

test('rejects other people and unknown lists', async () => {
  const place = await runPlace()
  const params = { projectId: place.projectId }
  const stranger = await newStaff()
  const open = (client: typeof place.client, of: string) =>
    client.stream(watchActivity, { params, query: { of: of as 'runs' } }).next()
  expect((await expectApiError(open(stranger.client, 'runs'))).status).toBe(404)
  expect((await expectApiError(open(place.client, 'rows'))).status).toBe(422)
})
