import type { CDPSession, Page } from '@playwright/test'
import { dialogOf, giveTables, openData, selectTable, tableRow } from './data-steps.ts'
import { expect, test } from './fixtures.ts'

const TYPES = ['text', 'number', 'date', 'email', 'json'] as const
const MOST_PER_ACTION = 100
const MOST_PER_KEY = 50
const ROUNDS = 3

const MANY = Array.from({ length: 200 }, (_, table) => ({
  id: `t${table}`,
  name: `table_${String(table).padStart(3, '0')}`,
  order: table,
  columns: Array.from({ length: 30 }, (_, field) => ({
    id: `t${table}c${field}`,
    name: `field_${field}`,
    order: field,
    type: TYPES[field % TYPES.length] ?? 'text',
  })),
}))

/** The time the page's own thread was at work: what a person waits for, whatever else the machine does. */
async function readWork(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const found = metrics.find(({ name }) => name === 'TaskDuration')
  return (found?.value ?? 0) * 1000
}

async function settle(page: Page) {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0)))),
  )
}

test('200 tables of 30 fields: an action under 100 ms, a key under 50 ms', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(240_000)
  await giveTables(me, project.id, MANY)
  await openData(page, project)
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const found: Record<string, number> = {}
  const measure = async (act: () => Promise<unknown>) => {
    await settle(page)
    const before = await readWork(session)
    await act()
    await settle(page)
    return (await readWork(session)) - before
  }
  /** The best of a few rounds: other processes can only ever add to it. */
  const best = async (name: string, rounds: (() => Promise<unknown>)[]) => {
    const times: number[] = []
    for (const act of rounds) times.push(await measure(act))
    found[name] = Math.round(Math.min(...times) * 10) / 10
  }
  const keys = async (name: string, text: string) => {
    const time = await measure(() => page.keyboard.type(text))
    found[name] = Math.round((time / text.length) * 10) / 10
  }
  const press = (key: string) => () => page.keyboard.press(key)
  const rounds = <T>(make: (round: number) => T) =>
    Array.from({ length: ROUNDS }, (_, at) => make(at))

  await selectTable(page, 'table_001')
  await tableRow(page, 'table_002').getByRole('button').first().focus()
  await best(
    'action: select a table',
    rounds(() => async () => {
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    }),
  )
  await best(
    'action: move a table',
    rounds(() => press('Alt+ArrowDown')),
  )
  await best(
    'action: undo',
    rounds(() => press('Control+z')),
  )
  await best(
    'action: redo',
    rounds(() => press('Control+Shift+z')),
  )

  await page.getByRole('searchbox', { name: 'Filter tables' }).focus()
  await keys('key: filter', 'table_15')
  await page.getByRole('searchbox', { name: 'Filter tables' }).fill('')

  const add = page.getByRole('button', { name: 'Add Field' })
  const fields: (() => Promise<unknown>)[] = []
  const saves: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await add.focus()
    fields.push(async () => undefined)
    const opened = await measure(press('Enter'))
    found['action: open Create Field'] = Math.min(found['action: open Create Field'] ?? 1e9, opened)
    await expect(dialogOf(page, 'Create Field').getByLabel('Name', { exact: true })).toBeFocused()
    await keys('key: name of a field', `field_new_${round}`)
    saves.push(await measure(press('Enter')))
    await expect(dialogOf(page, 'Create Field')).toBeHidden()
  }
  found['action: create a field'] = Math.min(...saves)

  const row = page.getByRole('list', { name: 'Tables of this project' }).locator('[aria-current]')
  for (let round = 0; round < ROUNDS; round += 1) {
    await row.focus()
    const opened = await measure(press('F2'))
    await expect(
      dialogOf(page, 'Edit Table').getByRole('textbox', { name: 'List rule' }),
    ).toBeVisible()
    found['action: open Edit Table'] = Math.min(found['action: open Edit Table'] ?? 1e9, opened)
    if (round < ROUNDS - 1) {
      await page.keyboard.press('Escape')
      await expect(dialogOf(page, 'Edit Table')).toBeHidden()
    }
  }
  await keys('key: name of a table', '_renamed')
  const rule = dialogOf(page, 'Edit Table').getByRole('textbox', { name: 'List rule' })
  await rule.fill('')
  await keys('key: rule', 'field_1 > 3 && @table.table_017.field_0 = "x"')
  await page.keyboard.press('Escape')
  await rule.fill('true')
  await best('action: save a table', [
    () => dialogOf(page, 'Edit Table').getByRole('button', { name: 'Save' }).press('Enter'),
  ])

  const mode = page.getByRole('switch', { name: 'Editor Mode' })
  await mode.click()
  await expect(page.getByRole('textbox', { name: 'Configuration as JSON' })).toBeVisible()
  await page.locator('.cm-line', { hasText: '"table_000"' }).first().click()
  await page.keyboard.press('End')
  await keys('key: raw JSON', '        ')
  await mode.click()
  await expect(page.getByRole('heading', { name: 'Tables' })).toBeVisible()

  const words = Object.entries(found).map(([name, ms]) => `  ${name}: ${ms.toFixed(1)} ms`)
  console.log(words.join('\n'))
  test.info().annotations.push({ type: 'times', description: words.join('\n') })
  const slow = Object.entries(found).filter(
    ([name, ms]) => ms > (name.startsWith('key') ? MOST_PER_KEY : MOST_PER_ACTION),
  )
  expect(slow).toEqual([])
})
