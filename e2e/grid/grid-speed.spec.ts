import { expect, test } from '../harness/fixtures.ts'
import { longestTask } from '../harness/longest-task.ts'
import { watchWork } from '../harness/page-work.ts'
import { writeFigures } from '../harness/write-figures.ts'
import { giveBigTable } from './big-table.ts'
import { cellAt, gridOf, openGrid } from './grid-steps.ts'

const ROWS = 100_000
const COLUMNS = 20
const MAX_MS = 50
const ROUNDS = 3

test('100,000 rows of 20 columns: scrolling and editing', async ({ page, project, me }) => {
  test.setTimeout(300_000)
  await giveBigTable(me, project.id, { rows: ROWS, columns: COLUMNS })
  await openGrid(page, project, 'big')
  const grid = gridOf(page, 'big')
  await expect(page.getByText('100,000 rows')).toBeVisible()
  await expect(cellAt(page, 1, 'c0')).toHaveText('c0 of 1')

  const measure = await watchWork(page)
  const found: Record<string, number> = {}
  const steps: string[] = []
  let longest = Number.POSITIVE_INFINITY
  const keep = (name: string, ms: number) => {
    found[name] = Math.min(found[name] ?? Number.POSITIVE_INFINITY, Math.round(ms * 10) / 10)
  }
  const box = await grid.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 300)
  for (let round = 0; round < ROUNDS; round += 1) {
    const works: number[] = []
    const { workMs, ms } = await longestTask(page, async () => {
      for (let step = 0; step < 30; step += 1) {
        const far = step % 5 === 4 ? 200_000 : 1700
        works.push(await measure(() => page.mouse.wheel(step % 3 === 2 ? 400 : 0, far)))
      }
    })
    keep('work of the longest task while scrolling', workMs)
    longest = Math.min(longest, ms)
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

  const inMs = Object.fromEntries(Object.entries(found).map(([name, ms]) => [`${name}, ms`, ms]))
  const work = `${steps.join(', ')} on average`
  const waits = { 'longest task while scrolling with what it waited, ms': longest }
  writeFigures({ rows: ROWS, columns: COLUMNS, ...inMs, ...waits, 'work of a scroll step': work })
  expect(Object.entries(found).filter(([, ms]) => ms > MAX_MS)).toEqual([])
})
