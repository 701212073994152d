import type { Page } from '@playwright/test'
import { createCredential, FORM_COMPONENTS, NodeDefinition } from '@plinth/contract'
import { expect, test } from '../harness/fixtures.ts'
import { measured, see } from '../harness/seen.ts'
import { giveTables } from '../schema-editor/data-steps.ts'
import {
  cardOf,
  drawNode,
  entryOf,
  giveWorkflow,
  idInAddress,
  openEditor,
  readKinds,
  readWorkflow,
  saveWorkflow,
} from './workflow-steps.ts'

const OPTIONS = [
  { value: 'one', label: 'Option one' },
  { value: 'two', label: 'Option two' },
]

/** A node kind with every form component. */
const EVERYTHING = NodeDefinition.parse({
  name: 'everything',
  display_name: 'Everything',
  description: 'Has every field',
  category: 'Test',
  input_schemas: {
    default: Object.fromEntries(
      FORM_COMPONENTS.map((component, order) => [
        component,
        {
          order,
          ui: {
            component,
            label: `A ${component}`,
            options: OPTIONS,
            credential_type: 'slack',
            min: 1,
            max: 9,
          },
        },
      ]),
    ),
  },
  connection_config: { inputs: { types: ['input'] }, outputs: { types: ['output'] } },
})

async function offerEverything(page: Page) {
  await page.route('**/workflow/nodes', async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    body.data.nodeDefinitions.Test = [EVERYTHING]
    await route.fulfill({ json: body })
  })
}

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

test('every form component edits its parameter', async ({ page, project, me }) => {
  await giveTables(me, project.id, [{ id: 'o', name: 'orders', order: 0 }])
  await offerEverything(page)
  await openEditor(page, project.id)
  await entryOf(page, 'Everything').click()
  await see(page, 'Node Label')
  await see(page, 'General')
  const seen: string[] = []
  const field = (component: (typeof FORM_COMPONENTS)[number]) => {
    seen.push(component)
    return page.getByLabel(`A ${component}`, { exact: true })
  }
  const group = (component: (typeof FORM_COMPONENTS)[number]) => {
    seen.push(component)
    return page.getByRole('group', { name: `A ${component}`, exact: true })
  }
  await field('text-input').fill('hello')
  const number = field('number-input')
  measured('property.step', Number(await number.getAttribute('step')))
  expect([await number.getAttribute('min'), await number.getAttribute('max')]).toEqual(['1', '9'])
  await number.fill('7')
  field('select')
  await choose(page, 'A select', 'Option two')
  await group('multiselect').getByLabel('Option one').check()
  await field('checkbox').check()
  await group('radio').getByLabel('Option two').check()
  await field('switch').click()
  await field('code-editor').fill('line')
  await field('json-editor').fill('{ broken')
  await expect(page.getByText('Not valid JSON. The last valid value is used.')).toBeVisible()
  await page.getByLabel('A json-editor').fill('{"a": [1]}')
  await group('key-value-editor').getByRole('button', { name: 'Add entry' }).click()
  await page.getByLabel('Key', { exact: true }).fill('k')
  await page.getByLabel('Value', { exact: true }).fill('v')
  await field('file-upload').setInputFiles({
    name: 'a.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('hi'),
  })
  await field('date-picker').fill('2027-01-31')
  await field('time-picker').fill('09:30')
  await field('color-picker').fill('#00ff00')
  await group('form-group').getByLabel('Option one').fill('grouped')
  field('tabs')
  await page.getByRole('tab', { name: 'Option two' }).click()
  await page.getByRole('tabpanel').getByLabel('Option two').fill('tabbed')
  field('accordion')
  await page.getByText('A accordion').locator('..').getByLabel('Option one').fill('folded')
  await expect(field('credential-selector')).toBeDisabled()
  await see(page, 'No credentials available')
  field('environment-selector')
  await choose(page, 'A environment-selector', 'dev')
  field('api-endpoint-selector')
  await choose(page, 'A api-endpoint-selector', 'POST /api/data/orders')
  measured(
    'form.components',
    FORM_COMPONENTS.filter((component) => seen.includes(component)),
  )

  await page.getByRole('button', { name: 'Save Workflow' }).click()
  const saved = await readWorkflow(me, project.id, await idInAddress(page))
  expect(saved.nodes[0]?.data.parameters).toEqual({
    'text-input': 'hello',
    'number-input': 7,
    select: 'two',
    multiselect: ['one'],
    checkbox: true,
    radio: 'two',
    switch: true,
    'code-editor': 'line',
    'json-editor': { a: [1] },
    'key-value-editor': { k: 'v' },
    'file-upload': {
      name: 'a.txt',
      type: 'text/plain',
      size: 2,
      content: 'data:text/plain;base64,aGk=',
    },
    'date-picker': '2027-01-31',
    'time-picker': '09:30',
    'color-picker': '#00ff00',
    'form-group': { one: 'grouped' },
    tabs: { two: 'tabbed' },
    accordion: { one: 'folded' },
    'environment-selector': 'dev',
    'api-endpoint-selector': 'POST /api/data/orders',
  })
})

test('workflow settings merge partially, and only credentials of the right type are offered', async ({
  page,
  project,
  me,
}) => {
  const params = { projectId: project.id }
  for (const [name, type] of [
    ['Team chat', 'slack'],
    ['Mail', 'email-smtp'],
  ] as const) {
    const data = type === 'slack' ? { token: 'x', hosts: ['slack.com'] } : { host: 'mail.test' }
    await me.client.call(createCredential, { params, body: { name, type, data } })
  }
  const kindOf = await readKinds(me, project.id)
  const nodes = [drawNode(kindOf('slack'), { label: 'Tell', x: 40, y: 100 })]
  const id = await giveWorkflow(me, project.id, { name: 'Settings', nodes })
  await openEditor(page, project.id, id)
  for (const text of ['Error Handling', 'Execution', 'Access', 'Execute Permission']) {
    await see(page, text)
  }
  for (const label of [/^Retry count/, /^Retry delay/, /^Timeout/, /^Concurrency/]) {
    await see(page, label)
  }
  await see(page, 'Failure action')
  await see(page, 'Enter execute permission')
  const concurrency = page.getByRole('spinbutton', { name: 'Concurrency' })
  await concurrency.fill('')
  await concurrency.blur()
  measured('settings.concurrency.shown', Number(await concurrency.inputValue()))
  await page.getByRole('spinbutton', { name: 'Retry count' }).fill('-3')
  await page.getByRole('spinbutton', { name: 'Retry count' }).blur()
  await expect(page.getByRole('spinbutton', { name: 'Retry count' })).toHaveValue('0')
  await page.getByRole('combobox', { name: 'Failure action' }).click()
  await see(page, /^stop$/i, { as: 'option' })
  await (await see(page, /^continue$/i, { as: 'option' })).click()
  await page.getByRole('spinbutton', { name: /^Timeout/ }).fill('30')
  await page.getByPlaceholder('Enter execute permission').fill('@request.auth.id != ""')

  await cardOf(page, 'Tell').click()
  await expect(page.getByRole('textbox', { name: 'Node Label' })).toHaveValue('Tell')
  await page.getByRole('combobox', { name: 'Credential' }).click()
  await expect(page.getByRole('option')).toHaveText(['None', 'Team chat'])
  await page.getByRole('option', { name: 'Team chat' }).click()
  await page.getByRole('switch', { name: 'Active' }).last().click()
  await page.getByRole('textbox', { name: 'Node Label' }).fill('Notify')
  await saveWorkflow(page)
  const saved = await readWorkflow(me, project.id, id)
  expect(saved.settings).toEqual({
    errorHandling: { retryCount: 0, retryDelay: 0, failureAction: 'continue' },
    execution: { timeout: 30, concurrency: 1 },
    access: { execute: '@request.auth.id != ""' },
  })
  expect(saved.nodes[0]?.data).toMatchObject({
    label: 'Notify',
    active: false,
    credentials: { credential: expect.stringMatching(/^crd_/) },
  })
})
