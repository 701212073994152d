import { TerminalError } from '@restatedev/restate-sdk'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { fixedKeys, type KeyRing } from '../secrets/key-ring.ts'
import { openCallSigner, SIGNATURE_HEADER } from './call-signer.ts'
import { checkCalls, type Submission } from './check-calls.ts'

const NEW = 'the key of today, long enough for all'
const OLD = 'the key of yesterday, long enough too'
const MINUTE_MS = 60_000
const signedSince = new Date('2026-01-01T00:00:00Z')
const target = { service: 'plinthTasks1', key: 'prj_1', handler: 'removeProject' }
const body = Buffer.from('{"promiseId":"1"}')

/** Whether the handler behind the check ran. */
async function isAccepted(given: {
  signature?: string | undefined
  submission?: Partial<Submission>
  ring?: KeyRing
}): Promise<boolean> {
  const { signature, submission, ring = fixedKeys([NEW]) } = given
  const hooks = checkCalls({
    signer: openCallSigner(ring),
    signedSince,
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
  ['was accepted before calls were signed', { createdAt: signedSince.getTime() - 1 }, true],
  ['was accepted when calls were signed', { createdAt: signedSince.getTime() }, false],
])(
  'without a signature, a call that %s: accepted is decided by the record',
  async (_, submission, is) => {
    expect(await isAccepted({ submission })).toBe(is)
  },
)

test.each<[string, number, boolean]>([
  ['a call that waited an hour for the worker', 0, true],
  ['a call that was accepted two minutes late', 2 * MINUTE_MS, true],
  ['a call that was sent again ten minutes later', 10 * MINUTE_MS, false],
  ['a call that was accepted before it was signed', -10 * MINUTE_MS, false],
])('an old signature is judged by when the call was accepted: %s', async (_, laterMs, is) => {
  const at = hourAgo()
  const submission = { createdAt: at + laterMs }
  expect(await isAccepted({ signature: signAt(at), submission })).toBe(is)
})

test.each<[string, string[], boolean]>([
  ['verifies while it is known', [NEW, OLD], true],
  ['is refused once it is forgotten', [NEW], false],
])('the key from before a rotation %s', async (_, keys, is) => {
  const signature = signAt(Date.now(), OLD)
  expect(await isAccepted({ signature, ring: fixedKeys(keys) })).toBe(is)
})

test('a key that a rotation brought is found by a process that runs', async () => {
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
