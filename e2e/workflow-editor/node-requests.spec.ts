import type { Page } from '@playwright/test'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import {
  cardOf,
  drawNode,
  giveWorkflow,
  openEditor,
  readKinds,
  readWorkflow,
  saveWorkflow,
} from './workflow-steps.ts'

const propertyOf = (page: Page, name: string) => page.locator(`[data-property=${name}]`)

/** Runs in the page: whether the panel that has this element scrolls sideways. */
function isWiderThanItsPanel(element: Element): boolean {
  let panel = element.parentElement
  while (panel && getComputedStyle(panel).overflowY !== 'auto') panel = panel.parentElement
  if (!panel) throw new Error('No panel scrolls here')
  return panel.scrollWidth > panel.clientWidth
}

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('an HTTP node is filled from cURL with a new credential, and a schedule by choices', async ({
  page,
  project,
  me,
}) => {
  const kindOf = await readKinds(me, project.id)
  const nodes = [
    drawNode(kindOf('trigger-schedule'), { label: 'Clock', x: 20, y: 60 }),
    drawNode(kindOf('http_request'), { label: 'Call', x: 380, y: 60 }),
  ]
  const id = await giveWorkflow(me, project.id, { name: 'Curl', nodes, connections: [] })
  await openEditor(page, project.id, id)

  await test.step('reads the command, keeps secrets out and names what it leaves', async () => {
    await cardOf(page, 'Call').click({ position: { x: 100, y: 20 } })
    await page.getByRole('button', { name: 'Paste a cURL command' }).click()
    const dialog = page.getByRole('dialog', { name: 'Paste a cURL command' })
    const command = dialog.getByRole('textbox', { name: 'Command' })
    await command.fill('curl -X POST')
    await expect(dialog.getByText('The command has no URL.')).toBeVisible()
    await command.fill(
      `curl --compressed https://api.test/orders -H 'Authorization: Bearer s3cret' -H 'Accept: text/plain' --json '{"total": 12}'`,
    )
    await expect(dialog.getByText('POST https://api.test/orders')).toBeVisible()
    await expect(dialog.getByText('Not taken over: --compressed')).toBeVisible()
    await expect(dialog.getByText(/^Left out: Authorization\./)).toBeVisible()
    await expectClean(page)
    await dialog.getByRole('button', { name: 'Use this request' }).click()
    await expect(page.getByRole('textbox', { name: 'Address' })).toHaveText(
      'https://api.test/orders',
    )
    await expect(page.getByRole('textbox', { name: 'Accept', exact: true })).toHaveText(
      'text/plain',
    )
    await expect(page.getByRole('spinbutton', { name: 'total' })).toHaveValue('12')
  })

  await test.step('creates the credential in place and chooses it', async () => {
    const create = page.getByRole('button', {
      name: 'New: API with a bearer token (api-credential)',
    })
    await page.setViewportSize({ width: 1280, height: 720 })
    await create.scrollIntoViewIfNeeded()
    expect(await create.evaluate(isWiderThanItsPanel)).toBe(false)
    await create.click()
    const dialog = page.getByRole('dialog', { name: 'Add New Credential' })
    await expect(dialog.getByRole('combobox', { name: 'Type' })).toHaveText(
      'API with a bearer token (api-credential)',
    )
    // Secrets of the command go to its host, not to that of the type's example.
    await expect(dialog.getByRole('textbox', { name: 'Base URL' })).toHaveValue('https://api.test')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Orders API')
    await expect(dialog.getByRole('button', { name: 'Test connection' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('combobox', { name: 'Credential' })).toHaveText('Orders API')
    await page.getByRole('button', { name: 'Edit and test' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit Credential' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('warns of a secret in a header', async () => {
    const headers = propertyOf(page, 'headers')
    await headers.getByRole('button', { name: 'Add entry' }).click()
    await page.keyboard.type('X-API-Key')
    await page.getByRole('textbox', { name: 'X-API-Key', exact: true }).fill('abc')
    await expect(headers.getByText('This looks like a secret.')).toBeVisible()
    await headers.getByRole('button', { name: 'Remove X-API-Key' }).click()
    await expect(headers.getByText('This looks like a secret.')).toBeHidden()
  })

  await test.step('builds a schedule and shows its next times', async () => {
    await cardOf(page, 'Clock').click({ position: { x: 100, y: 20 } })
    const cron = propertyOf(page, 'cron')
    await choose(page, 'Repeat', 'Every week')
    await page.getByRole('button', { name: 'Friday' }).click()
    await page.getByLabel('At', { exact: true }).fill('18:30')
    await expect(cron.getByText('30 18 * * 1,2,3,4')).toBeVisible()
    const next = page.getByText('In UTC:').locator('xpath=..').getByRole('listitem')
    await expect(next).toHaveCount(5)
    await expect(next.first()).toContainText('18:30:00')
    await cron.getByRole('button', { name: 'Text', exact: true }).click()
    await page.getByRole('textbox', { name: 'When (cron)' }).fill('0 9 1 1 *')
    await expect(cron.getByText('The form cannot show this value.')).toBeVisible()
    await expectClean(page)
    await saveWorkflow(page, 'Workflow saved successfully')
    const { nodes: saved } = await readWorkflow(me, project.id, id)
    expect(saved.map(({ data }) => data.parameters)).toMatchObject([
      { cron: '0 9 1 1 *' },
      {
        method: 'POST',
        url: 'https://api.test/orders',
        headers: '{\n  "Accept": "text/plain"\n}',
        authentication: 'api-credential',
        body_kind: 'json',
      },
    ])
  })
})

test('the settings of a schedule come before its next runs and test data', async ({
  page,
  project,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await openEditor(page, project.id)
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Repeat' })).toBeInViewport()
  const titles = page.getByRole('button', { name: /^(General|Next runs|Test data)$/ })
  expect(await titles.allInnerTexts()).toEqual(['General', 'Next runs', 'Test data'])
})
