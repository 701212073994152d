import { afterEach, describe, expect, it, vi } from 'vitest'
import { CHUNK_LOAD_TIMEOUT_MS, loadChunk, nameChunkFailures } from './chunk-load-error.ts'

describe('loadChunk', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('returns the module', async () => {
    await expect(loadChunk(async () => ({ Screen: 1 }))).resolves.toEqual({ Screen: 1 })
  })

  it('times out after 120000 ms', async () => {
    expect(CHUNK_LOAD_TIMEOUT_MS).toBe(120_000)
    vi.useFakeTimers()
    const loading = loadChunk(() => new Promise(() => {}))
    const outcome = expect(loading).rejects.toMatchObject({
      name: 'ChunkLoadError',
      message: 'Loading chunk failed',
    })
    await vi.advanceTimersByTimeAsync(CHUNK_LOAD_TIMEOUT_MS)
    await outcome
  })

  it('reports preload failures as ChunkLoadError', () => {
    nameChunkFailures()
    const payload = new TypeError('Failed to fetch dynamically imported module')
    window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
    expect(payload).toMatchObject({ name: 'ChunkLoadError', message: 'Loading chunk failed' })
  })
})
