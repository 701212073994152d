// @vitest-environment node
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiError, createClient } from '@plinth/client'
import { beginTwoFactor, createKey, deleteProject } from '@plinth/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { askedProof, withProof } from './recent-proof.ts'

interface Received {
  line: string
  body: string
  key: string | undefined
}

let received: Received[] = []
let isProved = false
/** Answers 403 until the right password arrives, as the server does. */
const server = createServer(async (request, answer) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks).toString()
  const line = `${request.method} ${request.url}`
  received.push({ line, body, key: request.headers['idempotency-key']?.toString() })
  const send = (status: number, sent: unknown) =>
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(sent))
  const refuse = (status: number, code: string, details?: unknown) =>
    send(status, { error: { code, message: 'Refused', requestId: 'r', details } })
  if (line === 'POST /auth/reauthenticate') {
    isProved = body.includes('right')
    const path = 'currentPassword'
    return isProved ? send(200, {}) : refuse(422, 'invalid', [{ path, message: 'Wrong' }])
  }
  return isProved ? send(200, { done: line }) : refuse(403, 'reauthenticate')
})
let client: ReturnType<typeof withProof>
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  client = withProof(createClient({ baseUrl: `http://127.0.0.1:${port}`, token: () => 'token' }))
})
afterAll(() => server.close())
beforeEach(() => {
  received = []
  isProved = false
})

const params = { projectId: 'prj_1' }
const keyInput = { params, body: { name: 'Key' }, idempotencyKey: 'one' } as never

/** Waits until a question is open. */
const question = () => expect.poll(() => askedProof.get()).toBeDefined()

function answer(yes: boolean) {
  isProved = yes
  askedProof.get()?.answer(yes)
}

describe('a call that needs a proof', () => {
  it('is repeated with the same body and Idempotency-Key after the proof', async () => {
    const call = client.call(createKey, keyInput)
    await question()
    answer(true)
    expect(await call).toEqual({ done: 'POST /api/project/prj_1/key' })
    const [first, second] = received
    expect(first).toEqual({ ...first, body: '{"name":"Key"}', key: 'one' })
    expect(second).toEqual(first)
    expect(received).toHaveLength(2)
  })

  it('fails with a plain message if the user cancels, and is not repeated', async () => {
    const call = client.call(createKey, keyInput)
    call.catch(() => undefined)
    await question()
    answer(false)
    await expect(call).rejects.toThrow('Nothing was done, because you did not confirm')
    await expect(call).rejects.toBeInstanceOf(ApiError)
    expect(received).toHaveLength(1)
    expect(askedProof.get()).toBeUndefined()
  })

  it('shares its question with calls at the same time', async () => {
    const calls = [client.call(createKey, keyInput), client.call(deleteProject, { params })]
    await expect.poll(() => received.length).toBe(2)
    await question()
    const one = askedProof.get()
    await new Promise((resolve) => setImmediate(resolve))
    expect(askedProof.get()).toBe(one)
    answer(true)
    expect(await Promise.all(calls)).toHaveLength(2)
    expect(askedProof.get()).toBeUndefined()
    expect(received).toHaveLength(4)
  })

  it('is repeated once only', async () => {
    const call = client.call(deleteProject, { params })
    call.catch(() => undefined)
    await question()
    askedProof.get()?.answer(true)
    await expect(call).rejects.toMatchObject({ code: 'reauthenticate' })
    expect(received).toHaveLength(2)
  })

  it('proves the password that its form has asked for, without a question', async () => {
    const body = { currentPassword: 'right' }
    await client.call(beginTwoFactor, { body })
    expect(received.map(({ line }) => line)).toEqual([
      'POST /auth/two-factor',
      'POST /auth/reauthenticate',
      'POST /auth/two-factor',
    ])
  })

  it('reports a wrong password at the field of its form', async () => {
    const call = client.call(beginTwoFactor, { body: { currentPassword: 'wrong' } })
    await expect(call).rejects.toMatchObject({ details: [{ path: 'currentPassword' }] })
    expect(askedProof.get()).toBeUndefined()
    expect(received).toHaveLength(2)
  })
})
