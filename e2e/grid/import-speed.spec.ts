import { createReadStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Configuration, saveConfiguration, syncDatabase } from '@plinth/contract'
import pg from 'pg'
import { copyIn } from '../../apps/server/src/databases/postgres/connection/copy.ts'
import { expect, test } from '../harness/fixtures.ts'
import { product } from '../harness/product.ts'
import { writeFigures } from '../harness/write-figures.ts'
import { openGrid } from './grid-steps.ts'

const ROWS = 100_000
const names = ['title', 'place', 'size', 'note']

/** Duration of PostgreSQL's COPY for the same file and columns, as a baseline. */
async function timeCopy(path: string): Promise<number> {
  const client = new pg.Client({ connectionString: product().databaseUrl })
  await client.connect()
  try {
    await client.query(
      'create temp table copied (id uuid primary key default gen_random_uuid(), title text, place text, size bigint, note text)',
    )
    const began = performance.now()
    const text = `copy copied (${names.join(', ')}) from stdin csv header`
    await copyIn(client, { text, rows: createReadStream(path) })
    return performance.now() - began
  } finally {
    await client.end()
  }
}

test('imports 100,000 CSV rows with progress', async ({ page, project, me }) => {
  test.setTimeout(300_000)
  const newConfiguration = Configuration.parse({
    database: 'postgres',
    tables: [
      {
        id: 't1',
        name: 'many',
        columns: names.map((name, at) => ({
          id: name,
          name,
          order: at,
          type: name === 'size' ? 'number' : 'text',
        })),
      },
    ],
  })
  const params = { projectId: project.id }
  await me.client.call(saveConfiguration, { params, body: { newConfiguration } })
  await me.client.call(syncDatabase, { params, body: {} })
  const folder = join(tmpdir(), `plinth-import-${process.pid}`)
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const path = join(folder, 'many.csv')
  const lines = Array.from(
    { length: ROWS },
    (_, at) => `title ${at},"a, b",${at},note of row ${at}`,
  )
  await writeFile(path, `${names.join(',')}\n${lines.join('\n')}\n`, { mode: 0o644 })

  await openGrid(page, project, 'many')
  await page.getByRole('button', { name: 'More grid options' }).click()
  await page.getByRole('menuitem', { name: 'Import…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import into many' })
  await page.getByLabel('File to import').setInputFiles(path)
  await expect(dialog.getByText('100,000 rows, 4 columns')).toBeVisible({ timeout: 60_000 })
  const began = performance.now()
  await dialog.getByRole('button', { name: 'Check rows' }).click()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await expect(dialog.getByText('All 100,000 rows can be imported.')).toBeVisible({
    timeout: 120_000,
  })
  const checked = performance.now()
  await dialog.getByRole('button', { name: 'Import 100,000 rows' }).click()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByRole('button', { name: 'Check rows' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Check rows' }).click()
  await expect(dialog.getByRole('button', { name: 'Import 100,000 rows' })).toBeVisible({
    timeout: 120_000,
  })
  const again = performance.now()
  await dialog.getByRole('button', { name: 'Import 100,000 rows' }).click()
  await expect(page.getByText('100,000 rows', { exact: true })).toBeVisible({ timeout: 120_000 })
  const imported = performance.now()
  const copied = await timeCopy(path)
  await rm(folder, { recursive: true })
  writeFigures({
    rows: ROWS,
    checkMs: Math.round(checked - began),
    importMs: Math.round(imported - again),
    copyMs: Math.round(copied),
  })
})
