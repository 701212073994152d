import type { Page } from '@playwright/test'
import { listRows } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { giveShop } from './shop-steps.ts'
import {
  cardOf,
  drawNode,
  giveWorkflow,
  join,
  openEditor,
  readKinds,
  readWorkflow,
  saveWorkflow,
} from './workflow-steps.ts'

const fieldOf = (page: Page, name: string) => page.locator(`[data-field=${name}]`)
const propertyOf = (page: Page, name: string) => page.locator(`[data-property=${name}]`)

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('nodes are filled in with forms that know the schema', async ({ page, project, me }) => {
  test.setTimeout(120_000)
  await giveShop(me, project.id)
  const kindOf = await readKinds(me, project.id)
  const nodes = [
    drawNode(kindOf('trigger-manual'), {
      label: 'Start',
      x: 20,
      y: 60,
      parameters: { data: '{"title":"Lamp","sum":12}' },
    }),
    drawNode(kindOf('set'), { label: 'Shape', x: 380, y: 60, parameters: { value: '{}' } }),
    drawNode(kindOf('database'), {
      label: 'Save',
      x: 20,
      y: 330,
      parameters: { action: 'create', row: '{}' },
    }),
    drawNode(kindOf('database'), { label: 'Find', x: 380, y: 330, parameters: { action: 'list' } }),
  ]
  const connections = [join('Start', 'Shape'), join('Shape', 'Save'), join('Save', 'Find')]
  const stored = { name: 'Forms', nodes, connections, active: true }
  const id = await giveWorkflow(me, project.id, stored)
  await openEditor(page, project.id, id)
  const parametersOf = async (label: string) => {
    const { nodes: saved } = await readWorkflow(me, project.id, id)
    return saved.find((one) => one.id === label)?.data.parameters
  }

  await test.step('Set: entries by name, with types and expressions', async () => {
    await cardOf(page, 'Shape').click({ position: { x: 100, y: 20 } })
    const value = propertyOf(page, 'value')
    await value.getByRole('button', { name: 'Add entry' }).click()
    await expect(page.getByRole('textbox', { name: 'Name of entry 1' })).toBeFocused()
    await page.keyboard.type('title')
    await page.getByRole('textbox', { name: 'title', exact: true }).fill('{{ $in.title }}')
    await expect(value.getByText('= Lamp')).toBeVisible()
    await value.getByRole('button', { name: 'Add entry' }).click()
    await page.keyboard.type('total')
    await choose(page, 'Type of entry 2', 'Number')
    await page.getByRole('spinbutton', { name: 'total' }).fill('30')
    await value.getByRole('button', { name: 'Text', exact: true }).click()
    const text = page.getByRole('textbox', { name: 'Value', exact: true })
    await expect(text).toContainText('"total": 30')
    await text.fill('{{ $in }}')
    await expect(value.getByText('The form cannot show this value.')).toBeVisible()
    await expect(value.getByRole('button', { name: 'Form' })).toBeDisabled()
    await text.fill('{"title": {{ $in.title }}, "total": 30}')
    await value.getByRole('button', { name: 'Form' }).click()
    await expect(page.getByRole('textbox', { name: 'title', exact: true })).toHaveText(
      '{{ $in.title }}',
    )
  })

  await test.step('Database: a table, and an editor for each of its fields', async () => {
    await cardOf(page, 'Save').click({ position: { x: 100, y: 20 } })
    await expect(page.getByText('Choose a table to see its fields.')).toBeVisible()
    await choose(page, 'Table', 'orders')
    await expect(fieldOf(page, 'title').getByText('required')).toBeVisible()
    await fieldOf(page, 'title').getByRole('textbox').fill('{{ $in.title }}')
    await page.getByRole('spinbutton', { name: 'total' }).fill('7')
    await choose(page, 'paid', 'Yes')
    await choose(page, 'tier', 'silver')
    const customer = fieldOf(page, 'customer').getByRole('combobox', { name: 'customer' })
    await customer.click()
    await page.getByRole('option', { name: /^Ada/ }).click()
    await expect(customer).toContainText('Ada')
    const total = fieldOf(page, 'total')
    await total.getByRole('button', { name: 'Expression' }).click()
    await expect(total.getByRole('textbox')).toHaveText('{{ 7 }}')
    await total.getByRole('textbox').fill('{{ $in.total }}')
    await expectClean(page)
  })

  await test.step('completes the fields of the row before the first run', async () => {
    await cardOf(page, 'Find').click({ position: { x: 100, y: 20 } })
    await choose(page, 'Action', 'Get a row')
    await page.getByRole('textbox', { name: 'Row id' }).fill('')
    await page.keyboard.type('{{ $in.')
    await expect(page.getByRole('option', { name: /^tier/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Row id' }).fill('')
    await choose(page, 'Action', 'List rows')
  })

  await test.step('Database: conditions and sort by fields', async () => {
    await cardOf(page, 'Find').click({ position: { x: 100, y: 20 } })
    await choose(page, 'Table', 'orders')
    await choose(page, 'Field of condition 1', 'tier')
    await choose(page, 'Value of condition 1', 'silver')
    await page.getByRole('button', { name: 'Add field' }).click()
    await choose(page, 'Field to sort by 1', 'total')
    await choose(page, 'Direction 1', 'Descending')
    await expectClean(page)
  })

  await test.step('stores what the engine reads, and runs', async () => {
    await saveWorkflow(page, 'Workflow saved successfully')
    const { row, table } = (await parametersOf('Save')) ?? {}
    expect(table).toBe('orders')
    expect(JSON.parse(String(row))).toEqual({
      title: '{{ $in.title }}',
      total: '{{ $in.total }}',
      paid: true,
      tier: 'silver',
      customer: expect.any(String),
    })
    expect(await parametersOf('Find')).toMatchObject({
      table: 'orders',
      filter: 'tier = "silver"',
      sort: '-total',
    })
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(/^Your run, just now, succeeded$/)).toBeVisible()
    const query = { $projectId: project.id }
    const { data } = await me.client.call(listRows, { params: { table: 'orders' }, query })
    expect(data).toMatchObject([{ title: 'Lamp', total: 30, paid: true, tier: 'silver' }])
  })
})
