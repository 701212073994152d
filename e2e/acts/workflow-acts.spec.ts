import type { Locator, Page } from '@playwright/test'
import { listRows } from '@plinth/contract'
import { countActs } from '../harness/count-acts.ts'
import { expect, test } from '../harness/fixtures.ts'
import { product } from '../harness/product.ts'
import { giveShop } from '../workflow-editor/shop-steps.ts'
import { canvasOf, cardOf, entryOf, lineOf } from '../workflow-editor/workflow-steps.ts'

const MAX_ACTS = 60

/** Types with the keyboard, and keeps what was typed. */
function typist(page: Page) {
  const typed: string[] = []
  const type = async (field: Locator, text: string) => {
    await field.click()
    await page.keyboard.type(text)
    typed.push(text)
  }
  return { typed, type }
}

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function centreOf(place: Locator) {
  const box = await place.boundingBox()
  if (!box) throw new Error('not visible')
  return [box.x + box.width / 2, box.y + box.height / 2] as const
}

const select = (page: Page, label: string) =>
  cardOf(page, label).click({ position: { x: 100, y: 20 } })
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const inputAt = (page: Page, path: string) =>
  page.getByRole('region', { name: 'Input' }).locator(`[data-path='${path}']`)

test('a branch, a row and an HTTP call in five nodes take at most 60 acts and no JSON', async ({
  page,
  project,
  me,
}) => {
  await giveShop(me, project.id)
  const read = await countActs(page)
  const { typed, type } = typist(page)
  await page.goto(`/project/${project.id}/workflow`)
  await page.getByRole('button', { name: 'Create Workflow' }).click()
  for (const name of ['Manual', 'Set', 'Condition', 'Database', 'HTTP request']) {
    await entryOf(page, name).click()
    await expect(cardOf(page, name)).toBeVisible()
  }

  await test.step('joins the other branch with the mouse', async () => {
    const from = cardOf(page, 'Condition').locator('.react-flow__handle[data-handleid=false]')
    const to = cardOf(page, 'HTTP request').locator('.react-flow__handle.target')
    await page.mouse.move(...(await centreOf(from)))
    await page.mouse.down()
    await page.mouse.move(...(await centreOf(to)), { steps: 5 })
    await page.mouse.up()
    await expect(lineOf(page, 'Condition', 'HTTP request')).toHaveCount(1)
  })

  await test.step('fills in the nodes with their forms', async () => {
    await select(page, 'Set')
    await page.getByRole('button', { name: 'Add entry' }).click()
    await type(textbox(page, 'Name of entry 1'), 'title')
    await type(textbox(page, 'title'), 'Lamp')
    await page.getByRole('button', { name: 'Add entry' }).click()
    await type(textbox(page, 'Name of entry 2'), 'total')
    await choose(page, 'Type of entry 2', 'Number')
    await type(page.getByRole('spinbutton', { name: 'total' }), '120')

    // The run fails at the empty node, opens it, and leaves the data of the nodes before it.
    await page.getByRole('button', { name: 'Save and run' }).click()
    await expect(textbox(page, 'Node Label')).toHaveValue('Database')
    await choose(page, 'Action', 'Create a row')
    await choose(page, 'Table', 'orders')
    await inputAt(page, '$in.title').dragTo(page.locator('[data-field=title]'))
    await inputAt(page, '$in.total').dragTo(page.locator('[data-field=total]'))

    await select(page, 'Condition')
    await inputAt(page, '$in.total').dragTo(textbox(page, 'Value'))
    await choose(page, 'Condition', 'is greater than')
    await type(textbox(page, 'Compared with'), '100')

    await select(page, 'HTTP request')
    await choose(page, 'Method', 'POST')
    await type(textbox(page, 'Address'), `http://127.0.0.1:${product().sinkPort}/orders`)
  })

  await type(textbox(page, 'Workflow name'), 'Large orders')
  await page.getByRole('button', { name: 'Execute', exact: true }).click()
  await expect(page.getByText('Workflow execution completed')).toBeVisible()
  for (const name of ['Manual', 'Set', 'Condition', 'Database', 'HTTP request']) {
    await expect(canvasOf(page).getByRole('group', { name: `${name},` })).toContainText('Succeeded')
  }
  const query = { $projectId: project.id }
  const { data } = await me.client.call(listRows, { params: { table: 'orders' }, query })
  expect(data).toMatchObject([{ title: 'Lamp', total: 120 }])

  const acts = read()
  console.log('acts: five nodes', acts)
  expect(acts.total).toBeLessThanOrEqual(MAX_ACTS)
  expect(acts.clicks).toBeGreaterThan(20)
  expect(typed.join('')).not.toMatch(/[{}[\]"]/)
})
