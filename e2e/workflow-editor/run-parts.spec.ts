import type { Page } from '@playwright/test'
import { expectClean } from '../harness/expect-clean.ts'
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
} from './workflow-steps.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('saves a new workflow, makes it active and runs it by Ctrl+Enter', async ({
  page,
  project,
  me,
}) => {
  await openEditor(page, project.id)
  await entryOf(page, 'Manual').click()
  await expect(button(page, 'Save and run')).toBeVisible()
  await expect(button(page, 'Execute')).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await see(page, 'Workflow created successfully')
  await see(page, 'Workflow execution completed')
  const { active } = await readWorkflow(me, project.id, await idInAddress(page))
  expect(active).toBe(true)
  await expect(button(page, 'Execute')).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  // Its run can be opened from the list, although it has no name.
  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  await page.getByRole('link', { name: /Untitled/ }).click()
  await expect(page.getByRole('heading', { name: 'Untitled' })).toBeVisible()
})

for (const width of [1280, 1440]) {
  test(`runs and cancels with a bar of one line, and the canvas stays in place, at ${width} pixels`, async ({
    page,
    project,
    me,
  }) => {
    const kindOf = await readKinds(me, project.id)
    const nodes = [
      drawNode(kindOf('trigger-manual'), { label: 'Start', x: 40, y: 60 }),
      drawNode(kindOf('wait'), {
        label: 'Sleep',
        x: 440,
        y: 60,
        parameters: { until: 'duration', amount: 3600, unit: 'seconds' },
      }),
    ]
    const stored = { nodes, connections: [join('Start', 'Sleep')] }
    await page.setViewportSize({ width, height: 900 })
    const cancelled = async () => {
      await button(page, 'Cancel run').click()
      await expect(button(page, 'Execute')).toBeVisible()
    }

    await test.step('an active workflow', async () => {
      const busy = { ...stored, name: 'Busy', active: true }
      await openEditor(page, project.id, await giveWorkflow(me, project.id, busy))
      await expect(button(page, 'Execute')).toBeVisible()
      const before = await canvasOf(page).boundingBox()
      // Below the project's header of 48 pixels and a bar of 44 pixels.
      expect(before?.y).toBe(92)
      await button(page, 'Execute').click()
      await expect(button(page, 'Cancel run')).toBeVisible()
      await expect(button(page, 'Executing...')).toBeVisible()
      expect(await canvasOf(page).boundingBox()).toEqual(before)
      await page.keyboard.press('Control+Enter')
      await expect(page.getByText('A run is in progress.')).toBeVisible()
      await cancelled()
      expect(await canvasOf(page).boundingBox()).toEqual(before)
    })

    await test.step('an inactive one, which is switched on in the draft', async () => {
      const id = await giveWorkflow(me, project.id, { ...stored, name: 'Idle' })
      await openEditor(page, project.id, id)
      const before = await canvasOf(page).boundingBox()
      await lineOf(page, 'Start', 'Sleep').click({ force: true })
      await expect(button(page, 'Delete Selected Edge')).toBeVisible()
      await button(page, 'Activate and run').click()
      await expect(button(page, 'Cancel run')).toBeVisible()
      await expect(page.getByText('(not saved)')).toBeVisible()
      expect(await canvasOf(page).boundingBox()).toEqual(before)
      await cancelled()
      expect((await readWorkflow(me, project.id, id)).active).toBe(false)
      await expectClean(page)
    })
  })
}

test('runs one node, up to a node and from a node with the data of the shown run', async ({
  page,
  project,
  me,
}) => {
  const kindOf = await readKinds(me, project.id)
  const draw = (kind: string, label: string, at: number[], parameters = {}) =>
    drawNode(kindOf(kind), { label, x: at[0] ?? 0, y: at[1] ?? 0, parameters })
  const nodes = [
    draw('trigger-manual', 'Start', [20, 40]),
    draw('javascript', 'Stamp', [380, 40], { code: 'return { at: Math.random() }' }),
    draw('set', 'Double', [20, 330], { value: '{"twice": "{{ $in.at * 2 }}"}' }),
    draw('set', 'End', [380, 330], { value: '{"end": true}' }),
  ]
  const connections = [join('Start', 'Stamp'), join('Stamp', 'Double'), join('Double', 'End')]
  const stored = { name: 'Parts', nodes, connections, active: true }
  const id = await giveWorkflow(me, project.id, stored)
  await openEditor(page, project.id, id)
  const done = async () => {
    await see(page, 'Workflow execution completed')
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
    await expect(page.getByText('Workflow execution completed')).toHaveCount(0)
  }
  const outputOf = async (label: string) => {
    await cardOf(page, label).click({ position: { x: 100, y: 20 } })
    const output = page.getByRole('region', { name: 'Output' })
    await output.getByRole('tab', { name: 'JSON' }).click()
    return (await output.getByRole('tabpanel').textContent()) ?? ''
  }
  const run = async (part: string) => {
    await cardOf(page, 'Double').click({ position: { x: 100, y: 20 } })
    await button(page, 'Run').click()
    await page.getByRole('menuitem', { name: part }).click()
    await done()
  }
  await button(page, 'Execute').click()
  await done()
  const first = await outputOf('Stamp')
  expect(first).toContain('"at"')
  await run('Run this node')
  expect(await outputOf('Stamp')).toBe(first)
  expect(await outputOf('End')).toContain('did not reach')
  await run('Run from this node')
  expect(await outputOf('Stamp')).toBe(first)
  expect(await outputOf('End')).toContain('"end": true')
  await run('Run up to this node')
  expect(await outputOf('Stamp')).not.toBe(first)
  expect(await outputOf('End')).toContain('did not reach')
})
