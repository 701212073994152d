import type { Row } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import { PAGE_SIZE } from './cached-rows.ts'
import { createRowPages } from './row-pages.ts'

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

  it('keeps the row to keep when its page is evicted, with its newest version and id', async () => {
    const { pages, flush } = openTable()
    pages.want(0, 10)
    await flush()
    pages.keep({ id: 'r3', index: 3 })
    pages.want(5_000, 5_010)
    await flush()
    pages.refresh()
    expect(pages.isSettled()).toBe(false)
    await flush()
    expect(pages.isSettled()).toBe(true)
    expect(pages.indexOf('r3')).toBe(3)
    pages.keep({ id: 'r3', index: undefined })
    pages.refresh()
    await flush()
    expect(pages.indexOf('r3')).toBeUndefined()
    expect(pages.indexOf('r5001')).toBe(5_001)
    pages.put([row(3, '2')])
    expect(pages.find('r3')?.updatedOn).toBe('2')
    pages.rename([{ id: 'r3', row: row(7) }])
    expect(pages.nameOf('r3')).toBe('r7')
    expect(pages.find('r7')?.id).toBe('r7')
  })

  it('loads rows out of view although a refresh ends their request', async () => {
    const { pages, asked, flush } = openTable()
    const loaded = pages.load(300, 301)
    pages.refresh()
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true])
    await flush()
    expect(pages.get(300)).toBeUndefined()
    await flush()
    await loaded
    expect(asked.map(({ page }) => page)).toEqual([3, 3])
    expect(pages.get(300)?.id).toBe('r300')
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
