import type { Locator, Page } from '@playwright/test'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import {
  canvasOf,
  cardOf,
  drawNode,
  entryOf,
  giveWorkflow,
  join,
  lineOf,
  openEditor,
  readKinds,
} from './workflow-steps.ts'

async function boxOf(found: Locator) {
  const box = await found.boundingBox()
  if (!box) throw new Error('Not in the page')
  return box
}

/** Chooses an entry of the open context menu. */
async function chooseEntry(page: Page, name: string) {
  await page.getByRole('menuitem', { name }).click()
  await expect(page.getByRole('menu')).toBeHidden()
}

test('five nodes are readable at 1280 pixels, in rows that wrap', async ({ page, project }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openEditor(page, project.id)
  for (const name of ['Manual', 'Set', 'Wait', 'Merge', 'JavaScript']) {
    await entryOf(page, name).click()
    await expect(cardOf(page, name)).toBeVisible()
  }
  const cut = page
    .locator('[data-entry] + p')
    .evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    )
  expect(await cut, 'descriptions that the palette cuts').toEqual([])
  const canvas = await boxOf(canvasOf(page))
  const expectReadable = async () => {
    for (const name of ['Manual', 'Set', 'Wait', 'Merge', 'JavaScript']) {
      await expect(cardOf(page, name)).toBeInViewport({ ratio: 0.99 })
      const card = await boxOf(cardOf(page, name))
      expect(card.x).toBeGreaterThanOrEqual(canvas.x)
      expect(card.x + card.width).toBeLessThanOrEqual(canvas.x + canvas.width)
      // 320 pixels at a zoom of 90 %.
      expect(card.width).toBeGreaterThanOrEqual(280)
    }
  }
  await page.keyboard.press('Escape')
  await canvasOf(page).click({ position: { x: 700, y: 30 } })
  await page.keyboard.press('1')
  await expectReadable()
  await page.keyboard.press('t')
  await expect(page.getByText('Nodes arranged')).toBeAttached()
  await expect.poll(async () => (await boxOf(cardOf(page, 'Wait'))).y).toBeLessThan(500)
  await expectReadable()
  const tops = await Promise.all(
    ['Manual', 'Set', 'Wait', 'Merge'].map(async (name) => (await boxOf(cardOf(page, name))).y),
  )
  expect(tops[0]).toBe(tops[1])
  expect(tops[2]).toBeGreaterThan((tops[0] ?? 0) + 60)

  await test.step('icons stay when the view is zoomed out', async () => {
    for (let step = 0; step < 8; step += 1) {
      await page.getByRole('button', { name: 'Zoom out' }).click()
    }
    await expect(page.getByRole('status', { name: 'Zoom' })).toHaveText(/^2\d%$/)
    await expect(cardOf(page, 'Wait').locator('svg')).toHaveCount(1)
  })

  await test.step('the attribution lies under no control', async () => {
    const link = page.getByRole('link', { name: 'React Flow attribution' })
    await link.click({ trial: true })
    const { y } = await boxOf(link)
    expect(y).toBeLessThan(canvas.y + 40)
  })
})

test('menus of nodes, connections and the canvas, problems and search', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(90_000)
  const kindOf = await readKinds(me, project.id)
  const nodes = [
    drawNode(kindOf('trigger-manual'), { label: 'Start', x: 40, y: 60 }),
    drawNode(kindOf('conditional'), { label: 'Check', x: 440, y: 60 }),
    drawNode(kindOf('http_request'), {
      label: 'Fetch',
      x: 440,
      y: 300,
      parameters: { url: 'https://api.example.com/customers' },
    }),
    drawNode(kindOf('database'), { label: 'Store', x: 40, y: 460, parameters: { table: 'lost' } }),
  ]
  const connections = [join('Start', 'Check'), join('Check', 'Fetch', ['true', 'input'])]
  const id = await giveWorkflow(me, project.id, { name: 'Menus', nodes, connections })
  await openEditor(page, project.id, id)

  await test.step('lists problems and goes to their node', async () => {
    await page.getByRole('button', { name: '2 problems' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'StoreNot connected to a trigger, so it never runs',
      'StoreTable lost does not exist',
    ])
    await expectClean(page)
    await chooseEntry(page, 'Table lost does not exist')
    await expect(page.getByRole('textbox', { name: 'Node Label' })).toHaveValue('Store')
  })

  await test.step('a node: deactivates, duplicates and deletes by menu and keys', async () => {
    await cardOf(page, 'Store').click({ button: 'right' })
    await expect(page.getByRole('menuitem', { name: 'Delete Del' })).toBeVisible()
    await expectClean(page)
    await chooseEntry(page, 'Deactivate')
    await expect(
      canvasOf(page).getByRole('group', { name: 'Store, Database, inactive' }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'problem' })).toHaveCount(0)
    await expect(cardOf(page, 'Store')).toBeFocused()
    await page.keyboard.press('d')
    await expect(page.getByRole('button', { name: '2 problems' })).toBeVisible()
    await page.keyboard.press('Shift+F10')
    await chooseEntry(page, 'Duplicate')
    await expect(cardOf(page, 'Store 2')).toBeVisible()
    await cardOf(page, 'Store 2').click({ button: 'right' })
    await chooseEntry(page, 'Delete')
    await expect(cardOf(page, 'Store 2')).toHaveCount(0)
    await cardOf(page, 'Store').focus()
    await page.keyboard.press('ContextMenu')
    await page.getByRole('menuitem', { name: 'Rename' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Node Label' })).toBeFocused()
  })

  await test.step('a connection: inserts a node and keeps both ends', async () => {
    await lineOf(page, 'Check', 'Fetch').focus()
    await expect(
      page.getByRole('button', { name: 'Add a node between Check and Fetch' }),
    ).toBeVisible()
    await page.keyboard.press('Shift+F10')
    await chooseEntry(page, 'Insert a node here')
    await expect(page.getByText('Adds between Check and Fetch')).toBeVisible()
    await page.keyboard.type('set')
    await page.keyboard.press('Enter')
    await expect(lineOf(page, 'Check', 'Set')).toHaveCount(1)
    await expect(lineOf(page, 'Set', 'Fetch')).toHaveCount(1)
    await lineOf(page, 'Check', 'Set').focus()
    await page.keyboard.press('Shift+F10')
    await chooseEntry(page, 'Delete the connection')
    await expect(lineOf(page, 'Check', 'Set')).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(lineOf(page, 'Check', 'Set')).toHaveCount(1)
  })

  await test.step('the canvas: opens its menu by keys, with the first entry focused', async () => {
    await page.getByRole('button', { name: 'Zoom out' }).focus()
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menuitem', { name: 'Add a node here' })).toBeFocused()
    // Focus moves a moment after the key, so each step is awaited.
    for (const entry of ['Add a note', 'Paste', 'Select all', 'Find a node']) {
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('menuitem', { name: entry })).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Find a node' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('the canvas: adds at the pointer, selects all and tidies up', async () => {
    await canvasOf(page).click({ button: 'right', position: { x: 400, y: 560 } })
    await expectClean(page)
    await chooseEntry(page, 'Add a node here')
    await expect(page.getByRole('searchbox', { name: 'Search nodes' })).toBeFocused()
    await page.keyboard.type('wait')
    await page.keyboard.press('Enter')
    await expect(cardOf(page, 'Wait')).toBeVisible()
    const canvas = await boxOf(canvasOf(page))
    expect(Math.abs((await boxOf(cardOf(page, 'Wait'))).x - canvas.x - 400)).toBeLessThan(12)
    await canvasOf(page).click({ button: 'right', position: { x: 20, y: 20 } })
    await chooseEntry(page, 'Select all')
    await expect(page.getByRole('heading', { name: '6 nodes selected' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('finds a node by a text in its settings', async () => {
    await page.keyboard.press('f')
    await page.keyboard.type('customers')
    await expect(page.getByRole('option')).toHaveText([
      'FetchAddress: https://api.example.com/customersHTTP request',
    ])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Node Label' })).toHaveValue('Fetch')
  })
})
