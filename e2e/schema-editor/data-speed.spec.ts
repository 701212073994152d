import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'
import { dialogOf, giveTables, openData, openRules, selectTable } from './data-steps.ts'

const TYPES = ['text', 'number', 'date', 'email', 'json'] as const
const MAX_PER_ACTION = 100
const MAX_PER_KEY = 50
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

/** Main-thread processor time, independent of other load on the machine. */
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

interface Watch {
  /** Keeps the best of several rounds, because other processes can only add time. */
  action(name: string, act: () => Promise<unknown>): Promise<void>
  keys(name: string, text: string): Promise<void>
  found: Record<string, number>
}

async function startWatch(page: Page): Promise<Watch> {
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
  const keep = (name: string, ms: number) => {
    found[name] = Math.min(found[name] ?? Number.POSITIVE_INFINITY, Math.round(ms * 10) / 10)
  }
  return {
    found,
    action: async (name, act) => keep(`action: ${name}`, await measure(act)),
    keys: async (name, text) => {
      keep(`key: ${name}`, (await measure(() => page.keyboard.type(text))) / text.length)
    },
  }
}

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('200 tables of 30 fields: an action under 100 ms, a key under 50 ms', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(300_000)
  await giveTables(me, project.id, MANY)
  await openData(page, project)
  const watch = await startWatch(page)
  const press = (key: string) => () => page.keyboard.press(key)
  const [field, table] = [dialogOf(page, 'Create Field'), dialogOf(page, 'Edit Table')]
  const rule = table.getByRole('textbox', { name: 'List rule' })

  await selectTable(page, 'table_001')
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.keyboard.press('ArrowDown')
    await watch.action('select a table', press('Enter'))
    await watch.action('move a table', press('Alt+ArrowDown'))
    await watch.action('undo', press('Control+z'))
    await watch.action('redo', press('Control+Shift+z'))
  }
  const filter = page.getByRole('searchbox', { name: 'Filter tables' })
  await filter.focus()
  await watch.keys('filter', 'table_15')
  await filter.fill('')

  for (let round = 0; round < ROUNDS; round += 1) {
    await page.getByRole('button', { name: 'Add Field' }).focus()
    await watch.action('open Create Field', press('Enter'))
    await expect(field.getByLabel('Name', { exact: true })).toBeFocused()
    await watch.keys('name of a field', `field_new_${round}`)
    await watch.action('create a field', press('Enter'))
    await expect(field).toBeHidden()
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.locator('[data-table] [aria-current]').focus()
    await watch.action('open Edit Table', press('F2'))
    await expect(table.getByLabel('Field 30', { exact: true })).toBeVisible()
    await watch.keys('name of a table', '_new')
    await openRules(table)
    await expect(rule).toBeVisible()
    await rule.fill('')
    await watch.keys('rule', 'field_1 > 3 && @table.table_017.field_0 != 4')
    await rule.fill('true')
    await table.getByRole('button', { name: 'Save' }).focus()
    await watch.action('save a table', press('Enter'))
    await expect(table).toBeHidden()
  }
  await page.getByRole('switch', { name: 'Editor Mode' }).click()
  await expect(page.getByRole('textbox', { name: 'Configuration as JSON' })).toBeVisible()
  await page.locator('.cm-line', { hasText: '"table_000"' }).first().click()
  await page.keyboard.press('End')
  for (let round = 0; round < ROUNDS; round += 1) await watch.keys('raw JSON', '      ')

  const words = Object.entries(watch.found).map(([name, ms]) => `  ${name}: ${ms} ms`)
  console.log(words.join('\n'))
  test.info().annotations.push({ type: 'times', description: words.join('\n') })
  const slow = Object.entries(watch.found).filter(
    ([name, ms]) => ms > (name.startsWith('key') ? MAX_PER_KEY : MAX_PER_ACTION),
  )
  expect(slow).toEqual([])
})
