import { getRunChart, getRunRetention, listRuns, saveRunRetention } from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../app/testing/eventually.ts'
import { expectApiError, join, newStaff, withPlatform } from '../../../app/testing/people.ts'
import { runnable, runPlace } from '../../../app/testing/runnable.ts'
import { idAtTime } from '../../../foundation/platform/new-id.ts'
import { runChartSpan, stepTimes } from './chart-span.ts'
import { drawRunChart } from './draw-run-chart.ts'

let place: Awaited<ReturnType<typeof runPlace>>
beforeAll(async () => {
  place = await runPlace()
})
const params = () => ({ projectId: place.projectId })

async function runOnce(value: string): Promise<string> {
  const nodes = [runnable('a', 'set', { parameters: { value } })]
  const outcome = await place.execute({ nodes }).then(
    ({ runId }) => runId,
    () => '',
  )
  return outcome
}

const untilCounted = (projectId: string) =>
  eventually(() =>
    withPlatform(async (on) => {
      const { rows } = await on.query(
        `select from run_uncounted join environment on environment.id = environment_id
         where project_id = $1`,
        [projectId],
      )
      return rows.length === 0
    }),
  )

describe('chart', () => {
  test('counts every ended run once, before and after aggregation', async () => {
    for (const value of ['1', '2', '{{ $in.nothing }}']) await runOnce(value)
    const read = async () => (await place.client.call(getRunChart, { params: params() })).chart
    const { total, points, stepHours } = await read()
    expect(total).toMatchObject({ succeeded: 2, failed: 1, cancelled: 0 })
    expect(total.p95).toBeGreaterThanOrEqual(total.p50 ?? Number.NaN)
    expect([points.length, stepHours]).toEqual([57, 3])
    await untilCounted(place.projectId)
    expect((await read()).total).toEqual(total)
    const others = await place.client.call(getRunChart, {
      params: params(),
      query: { trigger: 'schedule' },
    })
    expect(others.chart.total).toMatchObject({ succeeded: 0, failed: 0, p50: null })
  })

  test.each([
    ['a day', 1, 24, 1],
    ['a week', 7, 57, 3],
    ['two weeks', 14, 57, 6],
    ['a month', 30, 31, 24],
    ['a year', 365, 53, 168],
    ['ten years', 3650, 61, 1464],
  ])('divides %s into a readable number of steps', (_name, days, most, step) => {
    const to = new Date('2026-03-04T05:00:00Z')
    const span = runChartSpan(new Date(to.getTime() - days * 86_400_000), to)
    expect(span.stepHours).toBe(step)
    expect(drawRunChart([], span).points).toHaveLength(most)
  })

  test('counts a range of days exactly to the hour, aggregated or not', async () => {
    const own = await runPlace()
    const hour = 3_600_000
    const end = Math.floor(Date.now() / hour) * hour
    const triggers = ['webhook', 'schedule'] as const
    const ended = Array.from({ length: 600 }, (_, at) => ({
      hour: new Date(end - ((at * 7) % (44 * 24)) * hour),
      status: at % 5 === 0 ? 'failed' : 'succeeded',
      trigger: triggers[at % 2] ?? 'webhook',
    }))
    await withPlatform((on) =>
      on.query(
        `insert into run_uncounted (environment_id, hour, workflow_id, trigger, status, bucket)
         select id, ended.hour, 'wfl', ended.trigger, ended.status, 20
         from environment, json_to_recordset($2) as ended (hour timestamptz, trigger text, status text)
         where project_id = $1 and name = 'dev'`,
        [own.projectId, JSON.stringify(ended)],
      ),
    )
    const spans = [
      [new Date(end - 30 * 24 * hour), new Date(end)],
      [new Date(end - 17 * 24 * hour - 5 * hour), new Date(end - 24 * hour - 7 * hour)],
      [new Date(end - 3 * 24 * hour), new Date(end)],
    ] as const
    const same = async () => {
      for (const [from, to] of spans) {
        for (const trigger of [undefined, 'schedule'] as const) {
          const query = { from: from.toISOString(), to: to.toISOString(), trigger }
          const { chart } = await own.client.call(getRunChart, {
            params: { projectId: own.projectId },
            query,
          })
          const times = [...stepTimes(runChartSpan(from, to)), to]
          const expected = times.slice(0, -1).map((on, at) => {
            const inStep = ended.filter(
              (one) =>
                one.hour >= on &&
                one.hour < (times[at + 1] ?? to) &&
                (trigger === undefined || one.trigger === trigger),
            )
            const failed = inStep.filter(({ status }) => status === 'failed').length
            return { on: on.toISOString(), failed, succeeded: inStep.length - failed }
          })
          expect(chart.points).toMatchObject(expected)
          expect(chart.total.failed).toBe(expected.reduce((sum, { failed }) => sum + failed, 0))
        }
      }
    }
    await same()
    await untilCounted(own.projectId)
    await same()
  })

  test('computes percentiles within a tenth', () => {
    const span = runChartSpan(new Date('2026-03-04T05:00:00Z'), new Date('2026-03-04T06:00:00Z'))
    const counts = Array.from({ length: 100 }, (_, at) => ({
      at: span.from,
      status: 'succeeded' as const,
      bucket: Math.floor(4 * Math.log2((at + 1) * 10)),
      runs: 1,
    }))
    const { p50, p95 } = drawRunChart(counts, span).total
    expect(Math.abs((p50 ?? 0) - 500) / 500).toBeLessThan(0.1)
    expect(Math.abs((p95 ?? 0) - 950) / 950).toBeLessThan(0.1)
  })

  test('rejects a range that ends before it starts', async () => {
    const query = { from: '2026-03-04T05:00:00Z', to: '2026-03-03T05:00:00Z' }
    const call = place.client.call(getRunChart, { params: params(), query })
    expect(await expectApiError(call)).toMatchObject({ status: 422 })
  })
})

test('filters the list by time', async () => {
  const runId = await runOnce('1')
  const at = Date.now()
  const ids = async (from: number, to: number) => {
    const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    const { runs } = await place.client.call(listRuns, { params: params(), query })
    return runs.map(({ id }) => id)
  }
  expect(await ids(at - 60_000, at + 60_000)).toContain(runId)
  expect(await ids(at + 60_000, at + 120_000)).toEqual([])
  expect(await ids(at - 7_200_000, at - 3_600_000)).toEqual([])
})

describe('retention', () => {
  /** Adds ended runs, each of the given age in days. */
  async function fill(own: typeof place, ages: readonly number[]): Promise<void> {
    await withPlatform(async (on) => {
      for (const [index, days] of ages.entries()) {
        await on.query(
          `insert into run (id, project_id, environment_id, workflow_id, workflow_name, version,
             graph_digest, concurrency, trigger, status, created_at, started_at, ended_at)
           select $1, $2, id, 'wfl', 'Old', 1, 'none', 1, 'manual', $3, now() - $4 * interval '1 day',
             now(), now() from environment where project_id = $2 and name = 'dev'`,
          [
            idOfAge(days, index),
            own.projectId,
            index === 0 ? 'queued' : 'succeeded',
            // An open run with an old creation time would be taken for lost, and ended.
            index === 0 ? 0 : days,
          ],
        )
      }
    })
  }
  const idOfAge = (days: number, index: number) =>
    idAtTime('run', Date.now() - days * 86_400_000 + index)
  const left = (own: typeof place) =>
    withPlatform(async (on) => {
      const found = await on.query(
        'select status from run where project_id = $1 order by id desc',
        [own.projectId],
      )
      return found.rows.map(({ status }) => status)
    })

  test('by count and by age: deletes excess runs but never open ones', async () => {
    const own = await runPlace()
    const of = { params: { projectId: own.projectId } }
    await fill(own, [9, 8, 7, 6, 5, 4, 3])
    const save = (days: number | null, runs: number | null) =>
      own.client.call(saveRunRetention, { ...of, body: { days, runs } })
    await save(null, 4)
    await eventually(async () => (await left(own)).length === 5, 30_000)
    expect(await left(own)).toEqual(['succeeded', 'succeeded', 'succeeded', 'succeeded', 'queued'])
    expect(await expectApiError(save(0, null))).toMatchObject({ status: 422 })
    await save(4, null)
    await eventually(async () => (await left(own)).length <= 2, 30_000)
    expect((await left(own)).at(-1)).toBe('queued')
    const read = await own.client.call(getRunRetention, of)
    const defaults = { days: 30, runs: 100_000 }
    expect(read.retention).toEqual({ days: 4, runs: null, defaults, revision: 2 })
  })

  test('rejects a stale save of the retention with both versions, also the first save', async () => {
    const own = await runPlace()
    const of = { params: { projectId: own.projectId } }
    const save = (days: number, ifMatch: number) =>
      own.client.call(saveRunRetention, { ...of, body: { days, runs: null }, ifMatch })
    const { revision } = (await own.client.call(getRunRetention, of)).retention
    const outcomes = await Promise.allSettled([save(5, revision), save(6, revision)])
    const won = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.retention] : []))
    expect(won).toHaveLength(1)
    const refusal = await expectApiError(save(7, revision))
    expect(refusal).toMatchObject({ status: 409, code: 'stale' })
    expect(refusal.details).toEqual({
      revision: revision + 1,
      theirs: won[0],
      yours: { days: 7, runs: null },
    })
    expect((await save(7, revision + 1)).retention).toMatchObject({
      days: 7,
      revision: revision + 2,
    })
    const blind = { ...of, body: { days: 8, runs: null } }
    expect((await own.client.call(saveRunRetention, blind)).retention.revision).toBe(revision + 3)
  })

  test('may be changed by owners, in production by admins only', async () => {
    const developer = await newStaff()
    await join(developer, { projectId: place.projectId, role: 'developer' })
    const body = { days: 1, runs: 1 }
    const asked = { params: params(), body }
    const production = { params: params(), body: { ...body, environment: 'production' as const } }
    for (const call of [
      () => developer.client.call(saveRunRetention, asked),
      () => place.client.call(saveRunRetention, production),
    ]) {
      expect(await expectApiError(call())).toMatchObject({ status: 403 })
    }
  })
})
