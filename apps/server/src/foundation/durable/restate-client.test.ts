import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRestateClient } from './restate-client.ts'

let answer = ''
const server = createServer((_request, response) => response.end(answer))
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())

function open() {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const signer = { sign: () => 'signed', verify: () => undefined }
  return openRestateClient({ urls: { ingressUrl: url, adminUrl: url }, signer })
}
const entry = { id: '1', topic: 'run', key: 'run_1' } as const

test('reads the id of an invocation and the keys of open runs', async () => {
  answer = '{"invocationId":"inv_1","status":"Accepted"}'
  expect(await open().send(entry)).toBe('inv_1')
  answer = '{"rows":[{"idempotency_key":"run_1"},{"idempotency_key":null},{}]}'
  expect(await open().runsUnderWay()).toEqual(new Set(['run_1']))
})

test.each([
  ['an invocation without an id', '{"status":"Accepted"}', 'at invocationId:', 'send'],
  ['a listing without rows', '{"error":"x"}', 'at rows:', 'runsUnderWay'],
  [
    'a row of another type',
    '{"rows":[{"service_key":1}]}',
    'at rows[0].service_key:',
    'scheduledKeys',
  ],
] as const)('refuses %s and names the place', async (_name, text, place, method) => {
  answer = text
  const client = open()
  const asked = {
    send: () => client.send(entry),
    runsUnderWay: () => client.runsUnderWay(),
    scheduledKeys: () => client.scheduledKeys(),
  }[method]()
  await expect(asked).rejects.toThrow(`durable: the runtime answered an unknown shape ${place}`)
})
