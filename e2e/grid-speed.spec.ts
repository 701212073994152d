import type { CDPSession, Page } from '@playwright/test'
import { Configuration, saveConfiguration, syncDatabase } from '@plinth/contract'
import pg from 'pg'
import { sql } from '../apps/server/src/platform/sql.ts'
import { expect, test } from './fixtures.ts'
import { cellAt, gridOf, openGrid } from './grid-steps.ts'
import { openPlatform } from './platform.ts'
import { product } from './product.ts'

const ROWS = 100_000
const COLUMNS = 20
const MOST = 50
const ROUNDS = 3
const names = Array.from({ length: COLUMNS }, (_, at) => `c${at}`)

/** Fills a table on PostgreSQL by one statement; the way of the API is measured elsewhere. */
async function fill(projectId: string) {
  const db = openPlatform(product().databaseUrl)
  const [place] = await db.query<{ database: string; schema: string }>(sql`
    select database, schema from placement join environment on environment.id = environment_id
    where project_id = ${projectId} and environment.name = 'dev'`)
  await db.close()
  const url = new URL(product().databaseUrl)
  url.pathname = `/${place?.database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  const values = names.map((name, at) => (at % 4 === 3 ? 'g' : `'${name} of ' || g`))
  await client
    .query(
      `insert into "${place?.schema}".big (id, "createdOn", "updatedOn", ${names.join(', ')})
       select gen_random_uuid(), now() - g * interval '1 second', now(), ${values.join(', ')}
       from generate_series(1, ${ROWS}) g`,
    )
    .finally(() => client.end())
}

/** The time that the page's own thread was at work, whatever else the machine does. */
async function readWork(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

type Watched = typeof globalThis & { longTasks?: number[] }

/** Runs in the page: notes every task that keeps the page from answering for over 50 ms. */
function watchLongTasks() {
  const noted: number[] = []
  ;(globalThis as Watched).longTasks = noted
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.push(duration)
  }).observe({ type: 'longtask' })
}

/** Runs in the page: hands out what was noted and begins anew. */
function takeLongTasks(): number[] {
  return (globalThis as Watched).longTasks?.splice(0) ?? []
}

async function settle(page: Page) {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0)))),
  )
}

test('100,000 rows of 20 columns: scrolling and editing', async ({ page, project, me }) => {
  test.setTimeout(300_000)
  const newConfiguration = Configuration.parse({
    database: 'postgres',
    tables: [
      {
        id: 't1',
        name: 'big',
        columns: names.map((name, at) => ({
          id: name,
          name,
          order: at,
          type: at % 4 === 3 ? 'number' : 'text',
        })),
      },
    ],
  })
  const params = { projectId: project.id }
  await me.client.call(saveConfiguration, { params, body: { newConfiguration } })
  await me.client.call(syncDatabase, { params, body: {} })
  await fill(project.id)
  await openGrid(page, project, 'big')
  const grid = gridOf(page, 'big')
  await expect(page.getByText('100,000 rows')).toBeVisible()
  await expect(cellAt(page, 1, 'c0')).toHaveText('c0 of 1')

  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const measure = async (act: () => Promise<unknown>) => {
    await settle(page)
    const before = await readWork(session)
    await act()
    await settle(page)
    return (await readWork(session)) - before
  }
  const found: Record<string, number> = {}
  const steps: string[] = []
  const keep = (name: string, ms: number) => {
    found[name] = Math.min(found[name] ?? Number.POSITIVE_INFINITY, Math.round(ms * 10) / 10)
  }
  const box = await grid.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 300)
  await page.evaluate(watchLongTasks)
  for (let round = 0; round < ROUNDS; round += 1) {
    const works: number[] = []
    await page.evaluate(takeLongTasks)
    for (let step = 0; step < 30; step += 1) {
      const far = step % 5 === 4 ? 200_000 : 1700
      works.push(await measure(() => page.mouse.wheel(step % 3 === 2 ? 400 : 0, far)))
    }
    keep('longest task while scrolling', Math.max(0, ...(await page.evaluate(takeLongTasks))))
    steps.push(`${Math.round(works.reduce((sum, ms) => sum + ms, 0) / works.length)} ms`)
    await page.evaluate(() => document.querySelector('[data-scroller]')?.scrollTo(0, 0))
    await expect(cellAt(page, 1, 'c0')).toHaveText('c0 of 1')
  }
  await cellAt(page, 1, 'c0').click()
  await page.keyboard.press('Escape')
  for (let round = 0; round < ROUNDS; round += 1) {
    keep('open an editor by a key', await measure(() => page.keyboard.press('x')))
    keep('commit an edit', await measure(() => page.keyboard.press('Enter')))
  }
  await grid.focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const typed = Array.from({ length: 12 }, (_, at) => `fast ${at}`)
  await page.keyboard.type(`${typed.join('\n')}\n`)
  for (const [at, text] of typed.entries()) {
    await expect(cellAt(page, at + 1, 'c1')).toHaveText(text)
  }
  await page.keyboard.press('Control+End')
  await expect(cellAt(page, ROWS, 'c18')).toHaveText(`c18 of ${ROWS}`)

  const words = Object.entries(found).map(([name, ms]) => `  ${name}: ${ms} ms`)
  words.push(`  work of a scroll step, on average: ${steps.join(', ')}`)
  console.log(words.join('\n'))
  test.info().annotations.push({ type: 'times', description: words.join('\n') })
  expect(Object.entries(found).filter(([, ms]) => ms > MOST)).toEqual([])
})
