import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 180_000
const TOGETHER = 8

/** Calls by number: the acknowledged run, or undefined if there was no response. */
export type Calls = Map<number, string | undefined>

interface Calling {
  /** The current URL, which changes with a restart. */
  url: () => string
  calls: Calls
}

async function callOnce(url: string, n: number): Promise<string | undefined> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(isInsisted(n) ? { 'idempotency-key': `call-${n}` } : {}),
    },
    body: JSON.stringify({ n }),
    signal: AbortSignal.timeout(20_000),
  }).catch(() => undefined)
  const text = await answer?.text().catch(() => '')
  return answer?.status === 202 ? /run_[0-9a-z]{26}/.exec(text ?? '')?.[0] : undefined
}

/** Every second call is repeated with its key until acknowledged; the others are sent once. */
export const isInsisted = (n: number): boolean => n % 2 === 0

/** Calls a webhook with some concurrency until stopped. */
export async function callHook({ url, calls }: Calling, until: AbortSignal): Promise<void> {
  const person = async () => {
    while (!until.aborted) {
      const n = calls.size
      calls.set(n, undefined)
      const end = performance.now() + PATIENCE_MS
      do {
        calls.set(n, await callOnce(url(), n))
        if (calls.get(n) === undefined) await sleep(50)
      } while (isInsisted(n) && calls.get(n) === undefined && performance.now() < end)
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, person))
}
