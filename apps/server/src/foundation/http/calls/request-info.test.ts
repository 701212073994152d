import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { LazyRequestInfo } from './request-info.ts'
import { newTrace } from './request-trace.ts'

test('a request with a body is disconnected when its caller leaves, and not before', async () => {
  const app = Fastify()
  const handled = Promise.withResolvers<AbortSignal>()
  app.post('/', (request, reply) => {
    const info = new LazyRequestInfo({ request, reply }, { ifMatch: undefined, trace: newTrace() })
    handled.resolve(info.disconnected)
    return new Promise(() => undefined)
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const caller = new AbortController()
  const asked = fetch(address, {
    method: 'POST',
    body: '{"n":1}',
    headers: { 'content-type': 'application/json' },
    signal: caller.signal,
  }).catch(() => 'left')
  const signal = await handled.promise
  await new Promise((resolve) => setImmediate(resolve))
  expect(signal.aborted).toBe(false)
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
  caller.abort()
  await aborted
  expect(signal.reason).toMatchObject({ code: 'timeout' })
  expect(await asked).toBe('left')
  await app.close()
})
