import { GridPreferences } from '@plinth/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPreferencesCache } from './preferences-cache.ts'

const usual = GridPreferences.parse({})
const tall: GridPreferences = { ...usual, density: 'tall' }
const compact: GridPreferences = { ...usual, density: 'compact' }
const owner = { person: 'stf_1', projectId: 'prj_1', tableId: 't1' }

type Saved = Parameters<Parameters<typeof createPreferencesCache>[0]>
let sent: Saved[]
let answers: { take: () => void; fail: () => void }[]

function open() {
  return createPreferencesCache((...saved) => {
    sent.push(saved)
    return new Promise<void>((take, reject) => {
      answers.push({ take, fail: () => reject(new Error('not there')) })
    })
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sent = []
  answers = []
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pause = () => vi.advanceTimersByTimeAsync(500)

it('debounces changes into one save of the last one', async () => {
  const cache = open()
  cache.prefer(owner, tall)
  await vi.advanceTimersByTimeAsync(300)
  cache.prefer(owner, compact)
  await pause()
  expect(sent).toEqual([[owner, compact]])
  expect(cache.read(owner)?.isUnsaved).toBe(true)
  answers[0]?.take()
  await vi.advanceTimersByTimeAsync(0)
  expect(cache.read(owner)).toEqual({ preferences: compact, isUnsaved: false })
})

it('prefers the server unless local changes are unsaved', async () => {
  const cache = open()
  cache.storeServed(owner, tall, performance.now())
  expect(cache.read(owner)).toEqual({ preferences: tall, isUnsaved: false })
  const before = performance.now()
  cache.prefer(owner, compact)
  cache.storeServed(owner, tall, performance.now())
  expect(cache.read(owner)?.preferences).toEqual(compact)
  await pause()
  answers[0]?.take()
  await vi.advanceTimersByTimeAsync(0)
  // Requested before the save completed, received after it.
  cache.storeServed(owner, tall, before)
  expect(cache.read(owner)?.preferences).toEqual(compact)
  cache.storeServed(owner, tall, performance.now())
  expect(cache.read(owner)?.preferences).toEqual(tall)
})

it('retries a failed save with the next one and persists the copy', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const cache = open()
  cache.prefer(owner, tall)
  await pause()
  answers[0]?.fail()
  await vi.advanceTimersByTimeAsync(0)
  expect(console.error).toHaveBeenCalledOnce()
  expect(cache.read(owner)).toEqual({ preferences: tall, isUnsaved: true })
  const next = open()
  expect(next.read(owner)).toEqual({ preferences: tall, isUnsaved: true })
  next.saveSoon(owner)
  await pause()
  expect(sent).toHaveLength(2)
})

it('ignores an unreadable copy', () => {
  localStorage.setItem('grid:stf_1:prj_1:t1', '{"preferences":{"widths":{"a":-1}}}')
  expect(open().read(owner)).toBeUndefined()
})
