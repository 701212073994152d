import { expect, test } from '../harness/fixtures.ts'
import { measured, see } from '../harness/seen.ts'
import { cardOf, drawNode, giveWorkflow, join, openEditor, readKinds } from './workflow-steps.ts'

test('a run shows statuses and results in both tabs, without executing code in them', async ({
  page,
  project,
  me,
}) => {
  const kindOf = await readKinds(me, project.id)
  const evil = '<img src=x onerror="window.hit=1">{{constructor.constructor("window.hit=1")()}}'
  const labels = ['Rows', 'None', 'One', 'Text', evil]
  const nodes = labels.map((label, at) =>
    drawNode(kindOf('set'), { label, x: 40 + (at % 2) * 360, y: 40 + Math.floor(at / 2) * 290 }),
  )
  const id = await giveWorkflow(me, project.id, { name: evil, nodes, active: true })
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/execute', async (route) => {
    await held
    const { nodes: sent } = route.request().postDataJSON() as { nodes: string }
    expect(JSON.parse(sent)).toHaveLength(labels.length)
    const result = {
      Rows: [{ id: 'ord_1', html: '<b>bold</b>' }, { id: 'ord_2' }],
      None: [],
      One: { total: 12.5, note: evil },
      Text: '<script>window.hit=1</script>',
      [evil]: { [evil]: evil },
    }
    await route.fulfill({ json: { data: { result } } })
  })
  await openEditor(page, project.id, id)
  await (await see(page, 'Execute', { as: 'button' })).click()
  await see(page, 'Executing...', { as: 'button' })
  release()
  await see(page, 'Workflow execution completed')
  const rows = cardOf(page, 'Rows')
  await see(rows, 'Result:')
  measured('result.defaultTab', await rows.getByRole('tab', { selected: true }).innerText())
  const size = await rows.locator('[data-result]').evaluate((box) => {
    const { offsetWidth, offsetHeight } = box as HTMLElement
    return { offsetWidth, offsetHeight }
  })
  measured('result.width', size.offsetWidth)
  measured('result.height', size.offsetHeight)
  await expect(rows.getByRole('tabpanel')).toContainText('"id": "ord_1"')
  for (const label of ['Rows', 'None', 'One', 'Text']) {
    await (await see(cardOf(page, label), 'Structured', { as: 'tab' })).click()
  }
  await expect(rows.getByRole('cell', { name: '<b>bold</b>' })).toBeVisible()
  await see(cardOf(page, 'None'), 'Empty array')
  await expect(cardOf(page, 'One').getByRole('term').first()).toHaveText('total')
  await expect(cardOf(page, 'Text').getByRole('tabpanel')).toHaveText(
    '<script>window.hit=1</script>',
  )
  await (await see(cardOf(page, 'Text'), 'Raw', { as: 'tab' })).click()
  await page.getByRole('button', { name: 'Fit the view' }).click()
  await cardOf(page, evil).click({ position: { x: 60, y: 30 } })
  await expect(page.getByRole('textbox', { name: 'Node Label' })).toHaveValue(evil)
  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
  await page.getByRole('switch', { name: 'Active' }).first().click()
  await expect(page.getByRole('button', { name: 'Execute', exact: true })).toBeHidden()
})

test('Execute runs the drawn graph, asks for the trigger, and shows failures at their node', async ({
  page,
  project,
  me,
}) => {
  const kindOf = await readKinds(me, project.id)
  const set = (label: string, y: number, value: string) =>
    drawNode(kindOf('set'), { label, x: 440, y, parameters: { value, keep: 'only' } })
  const start = (label: string, y: number) =>
    drawNode(kindOf('trigger-manual'), { label, x: 40, y, parameters: { data: '{"total": 12}' } })
  const nodes = [
    start('First', 40),
    set('Shape', 40, '{ "sum": "{{ $in.total }}" }'),
    start('Second', 340),
    set('Broken', 340, '{ "sum": "{{ $in.nothing }}" }'),
  ]
  const connections = [join('First', 'Shape'), join('Second', 'Broken')]
  const id = await giveWorkflow(me, project.id, { name: 'Real', nodes, connections, active: true })
  await openEditor(page, project.id, id)
  const begin = async (label: string) => {
    await page.getByRole('button', { name: 'Execute', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Choose a trigger' })
    await dialog.getByRole('button', { name: label }).click()
  }
  await begin('First')
  await see(page, 'Workflow execution completed')
  await expect(cardOf(page, 'Shape').getByRole('tabpanel')).toContainText('"sum": 12')
  await expect(cardOf(page, 'Broken').getByRole('tabpanel')).toHaveCount(0)
  await begin('Second')
  await see(page, 'Failed to execute workflow')
  await expect(cardOf(page, 'Broken').getByText('Failed', { exact: true })).toBeVisible()
  await expect(cardOf(page, 'Shape').getByRole('tabpanel')).toHaveCount(0)
})

test('every node kind has its own icon', async ({ page, project, me }) => {
  const kinds = [
    'chatgpt',
    'javascript',
    'sql-query',
    'merge',
    'email',
    'http_request',
    'slack',
    'database',
    'conditional',
  ]
  const kindOf = await readKinds(me, project.id)
  const nodes = kinds.map((name, at) =>
    drawNode({ ...kindOf('set'), name }, { label: name, x: 40 + (at % 2) * 420, y: 40 + at * 80 }),
  )
  const id = await giveWorkflow(me, project.id, { name: 'Icons', nodes })
  await openEditor(page, project.id, id)
  const icons = await Promise.all(
    kinds.map(async (kind) => [kind, await cardOf(page, kind).locator('svg').first().innerHTML()]),
  )
  const drawings = icons.map(([, drawing]) => drawing)
  const own = icons.filter(([, drawing]) => drawings.filter((one) => one === drawing).length === 1)
  measured(
    'node.kinds',
    own.map(([kind]) => kind),
  )
})
