import type { Page } from '@playwright/test'
import { cellAt, giveRows, giveStoredTables, openGrid, typeInto } from '../grid/grid-steps.ts'
import { expectNothingCovered } from '../harness/covered-controls.ts'
import { expect, test } from '../harness/fixtures.ts'
import { openSettings } from '../settings/settings-people.ts'
import {
  cardOf,
  drawNode,
  giveWorkflow,
  openEditor,
  readKinds,
} from '../workflow-editor/workflow-steps.ts'

/** The two window sizes, and each at 200 % zoom, which halves the page's own pixels. */
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 720, height: 450 },
  { width: 640, height: 360 },
]

const toast = (page: Page) => page.locator('[data-toast=open]')

/** Repeats an act that shows a toast at every size. A click must reach its button although the last toast is shown. */
async function expectPlaces(page: Page, where: string, act: () => Promise<void>) {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await act()
    await expect(toast(page)).toBeVisible()
    await expectNothingCovered(page, `${where} at ${size.width} × ${size.height}`)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('a toast of the grid covers no control, at two sizes and at 200 % zoom', async ({
  page,
  project,
  me,
}) => {
  await giveStoredTables(me, project.id, [
    { id: 'ants', name: 'ants', columns: [{ id: 'name', name: 'name', type: 'text' as const }] },
  ])
  const rows = Array.from({ length: 30 }, (_, n) => ({ name: `ant ${n}` }))
  await giveRows(me, { projectId: project.id, table: 'ants' }, rows)
  await openGrid(page, project, 'ants')
  await typeInto(page, cellAt(page, 1, 'name'), 'kept')
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  await expect(toast(page)).toBeVisible()
  await expectNothingCovered(page, 'a save')
  await typeInto(page, cellAt(page, 1, 'name'), 'lost')
  await page.route('**/api/data/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  const again = page.getByRole('button', { name: 'Save again' })
  await expectPlaces(page, 'a failed save', () => again.click())
  await page.unrouteAll()
  await again.click()
  await expect(page.getByText('Changes saved')).toBeVisible()
})

test('a toast of the settings covers no control', async ({ page, project }) => {
  await openSettings(page, project.id, 'profile')
  await page.getByLabel('First Name').fill('Ada')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expectPlaces(page, 'the profile', () => save.click())
})

test('a toast of the workflow editor covers neither Delete Node nor another control', async ({
  page,
  project,
  me,
}) => {
  const kindOf = await readKinds(me, project.id)
  const node = drawNode(kindOf('javascript'), { label: 'Script', x: 0, y: 0 })
  const id = await giveWorkflow(me, project.id, { name: 'Places', nodes: [node] })
  await openEditor(page, project.id, id)
  await cardOf(page, 'Script').click()
  await expect(page.getByRole('button', { name: 'Delete Node' })).toBeVisible()
  await page.route('**/workflow/*', (route) => route.abort())
  await page.getByLabel('Node Label').fill('Renamed')
  await expectPlaces(page, 'the workflow editor', () => page.keyboard.press('Control+s'))
})
