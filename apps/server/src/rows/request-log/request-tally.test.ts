import { REQUEST_KINDS, REQUEST_METHODS } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { drawRequestChart, requestChartSpan } from './draw-request-chart.ts'
import { RequestBatch } from './request-batch.ts'
import { bucketOf, MAX_PER_ENVIRONMENT, MAX_PER_PROCESS, middleOf } from './request-tally.ts'

const ok = { table: 'book', method: 'GET', kind: 'user', status: 200, ms: 2 }

/** Records requests of one second; returns how many were listed. */
function answer(batch: RequestBatch, requests: number, one = ok, environmentId = 'env'): number {
  const tally = batch.tally(environmentId)
  let listed = 0
  for (let at = 0; at < requests; at += 1) if (tally.add(one)) listed += 1
  return listed
}

const sumOf = (batch: RequestBatch, key: 'requests' | 'listed') =>
  batch.counted().reduce((sum, count) => sum + count[key], 0)

test('counts each method, kind and status as itself', () => {
  const batch = new RequestBatch()
  const sent = REQUEST_METHODS.flatMap((method) =>
    REQUEST_KINDS.flatMap((kind) =>
      [200, 400].map((status) => ({ table: 'book', method, kind, status })),
    ),
  )
  for (const one of sent) answer(batch, 1, { ...one, ms: 2 })
  const counted = batch
    .counted()
    .map(({ table, method, kind, status }) => ({ table, method, kind, status }))
  expect(counted).toEqual(expect.arrayContaining(sent))
  expect(counted).toHaveLength(sent.length)
})

describe('sampling', () => {
  test('lists all requests of a quiet second', () => {
    expect(answer(new RequestBatch(), MAX_PER_ENVIRONMENT)).toBe(MAX_PER_ENVIRONMENT)
  })

  test('a busy second lists at most twice the quota, the next one the quota; all are counted', () => {
    const first = new RequestBatch()
    expect(answer(first, 5_000)).toBe(MAX_PER_ENVIRONMENT * 2)
    const second = new RequestBatch(first)
    expect(answer(second, 5_000)).toBe(MAX_PER_ENVIRONMENT)
    expect([sumOf(second, 'requests'), sumOf(second, 'listed')]).toEqual([
      5_000,
      MAX_PER_ENVIRONMENT,
    ])
    const quiet = new RequestBatch(new RequestBatch(second))
    expect(answer(quiet, 10)).toBe(10)
  })

  test('failures have their own quota', () => {
    const first = new RequestBatch()
    answer(first, 5_000)
    const second = new RequestBatch(first)
    answer(second, 5_000)
    expect(answer(second, 7, { ...ok, status: 500 })).toBe(7)
  })

  test('environments share the quota of the process', () => {
    const first = new RequestBatch()
    for (let at = 0; at < 100; at += 1) answer(first, 20, ok, `env${at}`)
    const second = new RequestBatch(first)
    let listed = 0
    for (let at = 0; at < 100; at += 1) listed += answer(second, 20, ok, `env${at}`)
    expect(listed).toBe(MAX_PER_PROCESS)
  })

  test('with more environments than entries each is listed occasionally, and all are counted', () => {
    const all = Array.from({ length: 1_000 }, (_, at) => `env${at}`)
    const first = new RequestBatch()
    for (const id of all) answer(first, 20, ok, id)
    const second = new RequestBatch(first)
    let listed = 0
    for (const id of all) listed += answer(second, 20, ok, id)
    expect(Math.abs(listed - MAX_PER_PROCESS)).toBeLessThan(MAX_PER_PROCESS / 2)
    expect(sumOf(second, 'requests')).toBe(20_000)
  })

  test('reports dropped batches as lost requests', () => {
    const [older, newer, newest] = [new RequestBatch(), new RequestBatch(), new RequestBatch()]
    answer(older, 3)
    newer.absorb(older)
    answer(newer, 4)
    newest.absorb(newer)
    expect(newest.counted()).toMatchObject([{ environmentId: 'env', status: 0, requests: 7 }])
  })
})

describe('chart', () => {
  test.each([
    ['an hour', 60, 60, 1],
    ['a day', 1_440, 48, 30],
    ['a week', 10_080, 57, 180],
    ['a year', 366 * 1_440, 62, 6 * 1_440],
  ])('%s is drawn in readable steps', (_name, minutes, points, step) => {
    const to = new Date('2026-03-04T05:00:00Z')
    const span = requestChartSpan(new Date(to.getTime() - minutes * 60_000), to)
    expect(span.stepMinutes).toBe(step)
    expect(drawRequestChart([], span).points).toHaveLength(points)
  })

  test('all steps but the first begin at round times', () => {
    const span = requestChartSpan(
      new Date('2026-03-03T05:07:30Z'),
      new Date('2026-03-04T05:07:00Z'),
    )
    const points = drawRequestChart([], span).points.map(({ on }) => on.slice(11, 16))
    expect(points.slice(0, 3)).toEqual(['05:07', '05:30', '06:00'])
    expect(points.at(-1)).toBe('05:00')
  })

  test('counts by outcome, percentiles within 10 %, and lost requests separately', () => {
    const span = requestChartSpan(
      new Date('2026-03-04T05:00:00Z'),
      new Date('2026-03-04T05:01:00Z'),
    )
    const counts = Array.from({ length: 100 }, (_, at) => ({
      at: span.from,
      status: at < 90 ? 200 : at < 98 ? 404 : 503,
      bucket: bucketOf((at + 1) / 10),
      requests: 1,
      listed: at < 50 ? 1 : 0,
    }))
    const lost = { at: span.from, status: 0, bucket: 0, requests: 9, listed: 0 }
    const { total, sampling } = drawRequestChart([...counts, lost], span)
    expect(total).toMatchObject({ succeeded: 90, refused: 8, failed: 2 })
    expect(Math.abs((total.p50 ?? 0) - 5) / 5).toBeLessThan(0.1)
    expect(Math.abs((total.p95 ?? 0) - 9.5) / 9.5).toBeLessThan(0.1)
    expect(sampling).toEqual({ requests: 100, listed: 50, lost: 9 })
  })

  test.each([0, 0.001, 0.3, 5, 2_000, 1e12])('%d ms falls into a valid bucket', (ms) => {
    expect(bucketOf(ms)).toBeGreaterThanOrEqual(0)
    expect(bucketOf(ms)).toBeLessThan(128)
    if (ms > 0.02 && ms < 1e7) expect(Math.abs(middleOf(bucketOf(ms)) - ms) / ms).toBeLessThan(0.1)
  })
})
