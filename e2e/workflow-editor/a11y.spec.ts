import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import {
  canvasOf,
  cardOf,
  drawNode,
  giveWorkflow,
  join,
  lineOf,
  openEditor,
  readKinds,
} from './workflow-steps.ts'

test('the editor has no violations: empty, drawn, executed, selected, searched', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(120_000)
  await openEditor(page, project.id)
  await expectClean(page)
  const kindOf = await readKinds(me, project.id)
  const nodes = [
    drawNode(kindOf('trigger-manual'), { label: 'Start', x: 40, y: 60 }),
    drawNode(kindOf('conditional'), { label: 'Check', x: 440, y: 60 }),
    drawNode(kindOf('switch'), { label: 'Sort', x: 40, y: 380 }),
    drawNode(kindOf('http_request'), {
      label: 'Fetch',
      x: 440,
      y: 400,
      parameters: { url: '{{ $in.nothing }}' },
    }),
  ]
  const connections = [
    join('Start', 'Check'),
    join('Check', 'Sort', ['true', 'input']),
    join('Sort', 'Fetch', ['case 1', 'input']),
  ]
  const id = await giveWorkflow(me, project.id, { name: 'Clean', nodes, connections, active: true })
  const result = { Start: [{ id: 1, name: 'a' }], Check: { ok: true }, Sort: { error: 'no case' } }
  await page.route('**/execute', (route) => route.fulfill({ json: { data: { result } } }))
  await openEditor(page, project.id, id)
  await page.getByRole('button', { name: 'Execute', exact: true }).click()
  await cardOf(page, 'Start').getByRole('tab', { name: 'Structured' }).click()
  await expectClean(page)
  await cardOf(page, 'Fetch').click()
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeVisible()
  await expectClean(page)
  await lineOf(page, 'Start', 'Check').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Delete Selected Edge' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a node after Fetch' }).click()
  await expectClean(page)
  await page.keyboard.press('Escape')
  await canvasOf(page).click({ position: { x: 400, y: 330 } })
  await page.keyboard.press('Control+a')
  await page.keyboard.press('f')
  await expect(page.getByRole('dialog', { name: 'Find a node' })).toBeVisible()
  await expectClean(page)
})
