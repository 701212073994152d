import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openMetrics } from '../../apps/server/src/foundation/metrics/metrics.ts'
import { listFiles } from '../list-files.ts'
import { findUndocumented } from './find-undocumented.ts'
import { listMetrics } from './list-metrics.ts'
import { readRows } from './read-rows.ts'

const ROOT = join(import.meta.dirname, '../..')
const rows = readRows(readFileSync(join(ROOT, 'docs/guide/metrics.md'), 'utf8')).filter(([name]) =>
  name?.startsWith('plinth_'),
)
const own = listFiles(ROOT, ['apps/server/src/**/*.ts'])
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => listMetrics(file, readFileSync(join(ROOT, file), 'utf8')))

/** Names of the series that a process has without any of its parts. */
async function listBuiltIn(): Promise<string[]> {
  const metrics = await openMetrics({ warn: () => undefined })
  const text = await metrics.print()
  return [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name)
}

test('every series is explained, and no other', async () => {
  const names = [...own.map(({ name }) => name), ...(await listBuiltIn())]
  expect(own.length).toBeGreaterThan(20)
  const entries = rows.map(([name = '', , meaning = '']) => ({ name, meaning }))
  expect(findUndocumented(entries, names)).toEqual([])
})

test('every series of the server has its labels', () => {
  const labels = new Map(rows.map(([name, cell = '']) => [name, cell.match(/\w+/g) ?? []]))
  for (const series of own) expect(labels.get(series.name), series.name).toEqual(series.labels)
})

test('finds series, and labels that are declared beside them', () => {
  const content = `
    const labels = { name: ['a'] }
    metrics.gauge({ name: 'jobs', help: 'Jobs.', labels }, read)
    context.metrics.counter({ name: 'calls_total', help: 'Calls.', labels: { result, kind: [] } })
    other.gauge({ name: 'ignored', labels: {} })`
  expect(listMetrics('planted.ts', content)).toEqual([
    { name: 'plinth_jobs', labels: ['name'] },
    { name: 'plinth_calls_total', labels: ['result', 'kind'] },
  ])
})

test.each([
  "metrics.gauge({ name, help: 'Jobs.', labels: {} }, read)",
  "metrics.gauge({ name: 'jobs', help: 'Jobs.', labels: labelsOf(jobs) }, read)",
])('refuses a series that cannot be read: %s', (content) => {
  expect(() => listMetrics('planted.ts', content)).toThrow('planted.ts')
})
