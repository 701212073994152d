import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RequestError } from '../api-error.ts'
import { sendWithRetries } from './retry.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const answer = (status: number, retryAfter?: number) => ({ status, text: '', retryAfter })

test('waits 300 ms, then 600 ms', async () => {
  const send = vi.fn().mockResolvedValue(answer(503))
  const call = sendWithRetries(send, { retries: 2, signal: undefined })
  for (const [at, delay] of [300, 600].entries()) {
    await vi.advanceTimersByTimeAsync(delay - 1)
    expect(send).toHaveBeenCalledTimes(at + 1)
    await vi.advanceTimersByTimeAsync(1)
    expect(send).toHaveBeenCalledTimes(at + 2)
  }
  expect(await call).toMatchObject({ status: 503 })
})

test('waits as long as the server asks', async () => {
  const send = vi.fn().mockResolvedValueOnce(answer(429, 2)).mockResolvedValue(answer(200))
  const call = sendWithRetries(send, { retries: 2, signal: undefined })
  await vi.advanceTimersByTimeAsync(1_999)
  expect(send).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await call).toMatchObject({ status: 200 })
})

test('an abort ends the pause and is the error', async () => {
  const stop = new AbortController()
  const canceled = new RequestError('canceled', { code: 'ERR_CANCELED' })
  const send = vi.fn().mockResolvedValueOnce(answer(503)).mockRejectedValue(canceled)
  const call = sendWithRetries(send, { retries: 2, signal: stop.signal })
  call.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  stop.abort()
  await expect(call).rejects.toBe(canceled)
  expect(vi.getTimerCount()).toBe(0)
})

test.each(['ERR_CANCELED', 'ECONNABORTED', 'ERR_BAD_REQUEST'])(
  'does not retry %s',
  async (code) => {
    const send = vi.fn().mockRejectedValue(new RequestError('No', { code }))
    await expect(sendWithRetries(send, { retries: 2, signal: undefined })).rejects.toThrow('No')
    expect(send).toHaveBeenCalledOnce()
  },
)
