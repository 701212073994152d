import { expect, test } from '../harness/fixtures.ts'
import { see } from '../harness/seen.ts'
import {
  canvasOf,
  cardOf,
  drawNode,
  entryOf,
  giveWorkflow,
  idInAddress,
  join,
  lineOf,
  openEditor,
  readKinds,
  readWorkflow,
  saveWorkflow,
} from './workflow-steps.ts'

test('builds, connects, names and saves a workflow of five nodes by keyboard only', async ({
  page,
  project,
  me,
}) => {
  await openEditor(page, project.id)
  await page.keyboard.press('n')
  for (const [typed, label] of [
    ['manual', 'Manual'],
    ['if', 'Condition'],
    ['script', 'JavaScript'],
  ] as const) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(cardOf(page, label)).toBeVisible()
  }
  await test.step('adds the second branch from the output’s button', async () => {
    await page.getByRole('button', { name: 'Add a node after Condition, output false' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('searchbox', { name: 'Search nodes' })).toBeFocused()
    await page.keyboard.type('set')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(lineOf(page, 'Condition', 'Set')).toHaveCount(1)
    await page.keyboard.press('/')
    await page.keyboard.type('merge')
    await page.keyboard.press('Enter')
    await expect(lineOf(page, 'Set', 'Merge')).toHaveCount(1)
  })
  await test.step('connects two existing nodes in the settings', async () => {
    await cardOf(page, 'JavaScript').focus()
    await page.keyboard.press('Enter')
    const connect = page.getByRole('combobox', { name: 'Connect output to' })
    await connect.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'Merge · second' }).focus()
    await page.keyboard.press('Enter')
    await expect(lineOf(page, 'JavaScript', 'Merge')).toHaveCount(1)
  })
  await page.keyboard.press('Escape')
  await cardOf(page, 'JavaScript').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('F2')
  await page.keyboard.type('Shape receipt')
  await page.keyboard.press('Control+s')
  const saved = await readWorkflow(me, project.id, await idInAddress(page))
  expect(saved.nodes.map(({ data }) => data.label)).toEqual([
    'Manual',
    'Condition',
    'Shape receipt',
    'Set',
    'Merge',
  ])
  expect(saved.connections).toHaveLength(5)
  await page.keyboard.press('Control+z')
})

test('goes from an empty canvas to a green run by keyboard only', async ({ page, project }) => {
  await openEditor(page, project.id)
  await page.keyboard.press('n')
  for (const [typed, label] of [
    ['manual', 'Manual'],
    ['script', 'JavaScript'],
    ['set', 'Set'],
  ] as const) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(cardOf(page, label)).toBeVisible()
  }
  await test.step('finds the node before it, renames it and writes its code', async () => {
    await page.keyboard.press('Tab')
    await page.keyboard.press('f')
    await page.keyboard.type('java')
    await page.keyboard.press('Enter')
    const label = page.getByRole('textbox', { name: 'Node Label' })
    await expect(label).toHaveValue('JavaScript')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('F2')
    await expect(label).toBeFocused()
    await page.keyboard.type('Count')
    const code = page.getByRole('textbox', { name: 'Script' })
    const isReached = () => code.evaluate((field) => field === document.activeElement)
    for (let tabs = 0; tabs < 10 && !(await isReached()); tabs += 1) {
      await page.keyboard.press('Tab')
    }
    await expect(code).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('return { count: 3 }')
  })
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Workflow execution completed')).toBeVisible()
  for (const label of ['Manual', 'Count', 'Set']) {
    await expect(cardOf(page, label).getByText('Succeeded')).toBeVisible()
  }
})

test('undo, copy, multi-select, insert, tidy up, find', async ({ page, context, project, me }) => {
  test.setTimeout(120_000)
  const kindOf = await readKinds(me, project.id)
  const nodes = [
    drawNode(kindOf('trigger-manual'), { label: 'Start', x: 40, y: 100 }),
    drawNode(kindOf('set'), { label: 'Shape', x: 440, y: 100 }),
  ]
  const connections = [join('Start', 'Shape')]
  const id = await giveWorkflow(me, project.id, { name: 'Canvas', nodes, connections })
  await openEditor(page, project.id, id)
  const cards = canvasOf(page).locator('.react-flow__node')

  await test.step('a drag is one undo step, snapped to the grid', async () => {
    const box = await cardOf(page, 'Shape').boundingBox()
    const [x, y] = [(box?.x ?? 0) + 90, (box?.y ?? 0) + 30]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 40, y + 61, { steps: 4 })
    await page.mouse.move(x + 60, y + 133, { steps: 4 })
    await page.mouse.up()
    await saveWorkflow(page)
    const { position } = (await readWorkflow(me, project.id, id)).nodes[1] ?? {}
    expect([(position?.x ?? 1) % 10, (position?.y ?? 1) % 10]).toEqual([0, 0])
    expect(position?.y).toBeGreaterThan(200)
    await page.keyboard.press('Control+z')
    await expect(page.getByText('Unsaved', { exact: true })).toBeVisible()
    await page.keyboard.press('Control+Shift+z')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })

  await test.step('inserts a node between two others', async () => {
    await lineOf(page, 'Start', 'Shape').hover({ force: true })
    await page.getByRole('button', { name: 'Add a node between Start and Shape' }).click()
    await expect(page.getByText('Adds between Start and Shape')).toBeVisible()
    await expect(entryOf(page, 'Manual')).toBeHidden()
    await entryOf(page, 'Wait').click()
    await expect(lineOf(page, 'Start', 'Wait')).toHaveCount(1)
    await expect(lineOf(page, 'Wait', 'Shape')).toHaveCount(1)
    await expect(lineOf(page, 'Start', 'Shape')).toHaveCount(0)
  })

  await test.step('copies several nodes here and into another workflow', async () => {
    await canvasOf(page).click({ position: { x: 600, y: 700 } })
    await page.keyboard.press('Control+a')
    await expect(page.getByRole('heading', { name: '3 nodes selected' })).toBeVisible()
    await page.keyboard.press('Control+c')
    await page.keyboard.press('Control+v')
    await expect(cards).toHaveCount(6)
    await expect(cardOf(page, 'Shape 2')).toHaveCount(1)
    await page.keyboard.press('Delete')
    await expect(cards).toHaveCount(3)
    await saveWorkflow(page)
    const other = await context.newPage()
    await openEditor(other, project.id)
    await canvasOf(other).click({ position: { x: 300, y: 600 } })
    await other.keyboard.press('Control+v')
    await expect(lineOf(other, 'Wait', 'Shape')).toHaveCount(1)
    await other.close({ runBeforeUnload: false })
  })

  await test.step('tidying up is one undo step', async () => {
    const before = await cardOf(page, 'Shape').getAttribute('style')
    await page.keyboard.press('t')
    await expect(cardOf(page, 'Shape')).not.toHaveAttribute('style', before ?? '')
    await page.keyboard.press('Control+z')
    await expect(cardOf(page, 'Shape')).toHaveAttribute('style', before ?? '')
  })

  await test.step('finds a node by its label', async () => {
    await page.keyboard.press('f')
    await page.keyboard.type('shap')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Node Label' })).toHaveValue('Shape')
    const label = page.getByRole('textbox', { name: 'Node Label' })
    await label.fill('Start')
    await expect(
      page.getByText('Another node has this label. Choose a different one.'),
    ).toBeVisible()
    await label.blur()
    await expect(label).toHaveValue('Shape')
  })

  await test.step('a locked canvas moves nothing', async () => {
    await page.getByRole('button', { name: 'Lock the canvas' }).click()
    await page.keyboard.press('1')
    await expect(cardOf(page, 'Start')).toBeInViewport()
    const before = await cardOf(page, 'Start').getAttribute('style')
    await cardOf(page, 'Start').dragTo(canvasOf(page), { targetPosition: { x: 300, y: 650 } })
    await expect(cardOf(page, 'Start')).toHaveAttribute('style', before ?? '')
  })
  await see(page, 'Save Workflow', { as: 'button' })
})
