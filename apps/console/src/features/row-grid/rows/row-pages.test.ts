import type { Row } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import { createRowPages, PAGE_SIZE } from './row-pages.ts'

function row(at: number, updatedOn = '1'): Row {
  return { id: `r${at}`, createdOn: '0', updatedOn }
}

/** A table whose responses are resolved by the test. */
function openTable() {
  const asked: { page: number; signal: AbortSignal; answer: () => void; fail: () => void }[] = []
  const seen = { answers: 0, errors: 0 }
  const pages = createRowPages({
    load: (page, signal) =>
      new Promise((resolve, reject) => {
        const rows = Array.from({ length: PAGE_SIZE }, (_, at) => row(page * PAGE_SIZE + at))
        const answer = () => resolve({ rows, total: 500_000 })
        asked.push({ page, signal, answer, fail: () => reject(new Error('no')) })
      }),
    onRows: () => {
      seen.answers += 1
    },
    onError: () => {
      seen.errors += 1
    },
  })
  const flush = async () => {
    for (const { answer } of asked) answer()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { pages, asked, seen, flush }
}

describe('createRowPages', () => {
  it('requests each page in view once', async () => {
    const { pages, asked, flush } = openTable()
    pages.want(90, 130)
    pages.want(95, 135)
    expect(asked.map(({ page }) => page)).toEqual([0, 1])
    await flush()
    expect(pages.get(99)?.id).toBe('r99')
    expect(pages.get(100)?.id).toBe('r100')
    expect(pages.get(499_999)).toBeUndefined()
    pages.want(0, 50)
    expect(asked).toHaveLength(2)
  })

  it('aborts requests for pages scrolled out of view', async () => {
    const { pages, asked, seen, flush } = openTable()
    for (let at = 0; at < 10; at += 1) pages.want(at * 10_000, at * 10_000 + 30)
    expect(asked.filter(({ signal }) => !signal.aborted).map(({ page }) => page)).toEqual([900])
    await flush()
    expect(seen.answers).toBe(1)
    expect(pages.get(0)).toBeUndefined()
  })

  it('evicts the oldest pages', async () => {
    const { pages, asked, flush } = openTable()
    for (let page = 0; page < 130; page += 1) {
      pages.want(page * PAGE_SIZE, page * PAGE_SIZE + 10)
      await flush()
    }
    expect(pages.get(0)).toBeUndefined()
    expect(pages.get(129 * PAGE_SIZE)?.id).toBe('r12900')
    expect(asked).toHaveLength(130)
  })

  it('replaces saved rows and shows them during a refresh', async () => {
    const { pages, asked, flush } = openTable()
    pages.want(0, 10)
    await flush()
    pages.put([row(3, '2')])
    expect(pages.get(3)?.updatedOn).toBe('2')
    pages.refresh()
    expect(pages.get(3)?.updatedOn).toBe('2')
    expect(asked).toHaveLength(2)
    await flush()
    expect(pages.get(3)?.updatedOn).toBe('1')
  })

  it('reports errors and retries on refresh', async () => {
    const { pages, asked, seen, flush } = openTable()
    pages.want(0, 10)
    asked[0]?.fail()
    await new Promise((done) => setTimeout(done))
    expect(seen.errors).toBe(1)
    pages.refresh()
    expect(asked).toHaveLength(2)
    await flush()
    expect(pages.get(0)?.id).toBe('r0')
    pages.want(200, 210)
    pages.stop()
    expect(asked.at(-1)?.signal.aborted).toBe(true)
  })
})
