import { expect, test } from 'vitest'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { runForDeploy, runForPerson } from './test-queues.ts'

/** Takes the places of a person: two run, ten wait. */
function fillPlaces(staffId: string) {
  const done = Promise.withResolvers<void>()
  const left = new AbortController()
  const run = () => runForPerson({ staffId, signal: left.signal }, () => done.promise)
  const all = Array.from({ length: 12 }, () => run().catch((error: unknown) => error))
  return { end: () => done.resolve(), leave: (reason: Error) => left.abort(reason), all, run }
}

test('limits the tests of a person, and does not delay those of others or of a deploy', async () => {
  const busy = fillPlaces('busy')
  const refused = await busy.run().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ApiError)
  expect(refused).toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) })
  const { signal } = new AbortController()
  expect(await runForPerson({ staffId: 'other', signal }, async () => 'ran')).toBe('ran')
  expect(await runForDeploy({ projectId: 'any' }, async () => 'ran')).toBe('ran')
  busy.end()
  expect(await Promise.all(busy.all)).toEqual(Array.from({ length: 12 }, () => undefined))
})

test('forgets the tests of callers who disconnect while they wait', async () => {
  const busy = fillPlaces('leaving')
  busy.leave(new Error('disconnected'))
  const waited = await Promise.all(busy.all.slice(2))
  expect(waited.map(String)).toEqual(Array.from({ length: 10 }, () => 'Error: disconnected'))
  const { signal } = new AbortController()
  const next = runForPerson({ staffId: 'leaving', signal }, async () => 'ran')
  busy.end()
  expect(await next).toBe('ran')
})

test('runs the tests of deploys of one project one after the other', async () => {
  const first = Promise.withResolvers<string>()
  const order: string[] = []
  const note = async (name: string, work: Promise<string> | string) => {
    order.push(`${name} ${await work}`)
  }
  const runs = [
    runForDeploy({ projectId: 'one' }, () => note('first', first.promise)),
    runForDeploy({ projectId: 'one' }, () => note('second', 'done')),
  ]
  await runForDeploy({ projectId: 'two' }, () => note('other', 'done'))
  first.resolve('done')
  await Promise.all(runs)
  expect(order).toEqual(['other done', 'first done', 'second done'])
})
