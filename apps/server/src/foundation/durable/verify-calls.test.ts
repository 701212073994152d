import { TerminalError } from '@restatedev/restate-sdk'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { fixedKeys, type KeyRing } from '../secrets/key-ring.ts'
import { openCallSigner, SIGNATURE_HEADER } from './call-signer.ts'
import { type Submission, verifyCalls } from './verify-calls.ts'

const NEW = 'the key of today, long enough for all'
const OLD = 'the key of yesterday, long enough too'
const MINUTE_MS = 60_000
const target = { service: 'plinthTasks1', key: 'prj_1', handler: 'removeProject' }
const body = Buffer.from('{"taskId":"1"}')

/** Whether the handler behind the check ran. */
async function isAccepted(given: {
  signature?: string | undefined
  submission?: Partial<Submission>
  ring?: KeyRing
}): Promise<boolean> {
  const { signature, submission, ring = fixedKeys([NEW]) } = given
  const hooks = verifyCalls({
    signer: openCallSigner(ring),
    log: pino({ level: 'silent' }),
    findSubmission: async () => {
      return { createdAt: Date.now(), byService: null, idempotencyKey: null, ...submission }
    },
  })
  const headers = new Map(signature === undefined ? [] : [[SIGNATURE_HEADER, signature]])
  const request = { target: { ...target, toString: () => '' }, id: 'inv_1', headers, body }
  let hasRun = false
  const { interceptor } = hooks({ request: request as never })
  try {
    await interceptor?.handler?.(async () => {
      hasRun = true
    })
  } catch (error) {
    expect(error).toBeInstanceOf(TerminalError)
  }
  return hasRun
}

function signAt(ms: number, key = NEW): string {
  const now = Date.now
  Date.now = () => ms
  try {
    return openCallSigner(fixedKeys([key])).sign({ ...target, body })
  } finally {
    Date.now = now
  }
}
const hourAgo = () => Date.now() - 60 * MINUTE_MS

test.each<[string, Partial<Submission>, boolean]>([
  ['one of our handlers made', { byService: 'plinthSchedules1' }, true],
  ['a service that is not ours made', { byService: 'other' }, false],
  ['came through the ingress', {}, false],
  ['came through the ingress long ago', { createdAt: 0 }, false],
])(
  'a call without a signature that %s: accepted only if one of our services made it',
  async (_, submission, is) => {
    expect(await isAccepted({ submission })).toBe(is)
  },
)

test.each<[string, number, boolean]>([
  ['a call that waited an hour for the worker', 0, true],
  ['a call that was accepted two minutes late', 2 * MINUTE_MS, true],
  ['a call that was sent again ten minutes later', 10 * MINUTE_MS, false],
  ['a call that was accepted before it was signed', -10 * MINUTE_MS, false],
])(
  'an old signature is checked against the time at which the call was accepted: %s',
  async (_, laterMs, is) => {
    const at = hourAgo()
    const submission = { createdAt: at + laterMs }
    expect(await isAccepted({ signature: signAt(at), submission })).toBe(is)
  },
)

test.each<[string, string[], boolean]>([
  ['verifies while it is known', [NEW, OLD], true],
  ['is rejected once it is removed', [NEW], false],
])('the key from before a rotation %s', async (_, keys, is) => {
  const signature = signAt(Date.now(), OLD)
  expect(await isAccepted({ signature, ring: fixedKeys(keys) })).toBe(is)
})

test('a running process finds the new key after a rotation', async () => {
  let keys = [OLD]
  const ring: KeyRing = {
    keys: () => keys,
    refresh: () => {
      const isNew = keys.length === 1
      keys = [NEW, OLD]
      return isNew
    },
  }
  expect(await isAccepted({ signature: signAt(Date.now()), ring })).toBe(true)
})
