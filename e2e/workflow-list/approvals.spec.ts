import { randomUUID } from 'node:crypto'
import { getRun } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, type Person, test } from '../harness/fixtures.ts'
import { mailsTo } from '../harness/mailbox.ts'
import { product } from '../harness/product.ts'
import {
  cardOf,
  drawNode,
  giveWorkflow,
  join,
  openEditor,
  readKinds,
  readWorkflow,
  saveWorkflow,
} from '../workflow-editor/workflow-steps.ts'
import { ask, inspect } from './approval-steps.ts'

const FIELDS = JSON.stringify([
  { name: 'sum', label: 'Sum', type: 'number', required: true },
  { name: 'way', label: 'Paid by', type: 'select', options: ['Card', 'Invoice'] },
  { name: 'checked', label: 'I have checked the order', type: 'boolean' },
])

async function resultOf(me: Person, projectId: string, runId: string) {
  const read = async () => (await me.client.call(getRun, { params: { projectId, runId } })).run
  await expect.poll(async () => (await read()).status).toBe('succeeded')
  return (await read()).result?.Consent
}

test('an approval is decided in the inbox', async ({ page, project, me }) => {
  const details = 'Order 7 arrived broken.\nThe customer sent pictures.'
  const title = 'Refund for Ada'
  const asked = { title, details, approvers: 'role:developer', fields: FIELDS }
  const runId = await ask(me, project.id, asked)
  await page.goto(`/project/${project.id}/workflow`)
  await page.getByRole('tab', { name: 'Approvals (1)' }).click()
  const list = page.getByRole('table', { name: 'Approvals' })
  await expect(list.getByRole('row', { name: /Waiting .*Refund for Ada/ })).toBeVisible()
  await inspect(page, 'approvals')
  await list.getByRole('link', { name: 'Open the approval Refund for Ada' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.getByText('Order 7 arrived broken.')).toBeVisible()
  await expect(dialog.getByText('Who decides: every member.')).toBeVisible()
  await expect(dialog.getByText(/^Expires in /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog.getByText('Sum is required to approve')).toBeVisible()
  await expect(dialog.getByLabel('Sum')).toBeFocused()
  await inspect(page, 'approval')
  await dialog.getByLabel('Sum').fill('12.5')
  await dialog.getByLabel('Paid by').click()
  await page.getByRole('option', { name: 'Card' }).click()
  await dialog.getByLabel('I have checked the order').press('Space')
  await dialog.getByLabel('Comment').fill('Fine.')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  expect(await resultOf(me, project.id, runId)).toMatchObject({
    decision: 'approved',
    values: { sum: 12.5, way: 'Card', checked: true },
    comment: 'Fine.',
  })
  await page.getByRole('radio', { name: 'Decided' }).click()
  await expect(list.getByRole('columnheader', { name: 'Ended' })).toBeVisible()
  await list.getByRole('link', { name: 'Open the approval Refund for Ada' }).click()
  await expect(dialog.getByText(/ approved /)).toBeVisible()
  await expect(dialog.getByText('Sum: 12.5')).toBeVisible()
  await expect(dialog.getByText('I have checked the order: yes')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await inspect(page, 'approval-decided')
})

test('asks before Back drops what was entered', async ({ page, project, me }) => {
  await ask(me, project.id, { title: 'Refund for Eve', approvers: 'role:developer' })
  await page.goto(`/project/${project.id}/workflow?tab=approvals`)
  await page.getByRole('link', { name: 'Open the approval Refund for Eve' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund for Eve' })
  await dialog.getByLabel('Comment').fill('Half a sentence')
  await page.goBack()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep editing' }).press('Enter')
  await expect(dialog.getByLabel('Comment')).toHaveValue('Half a sentence')
  await page.goBack()
  await question.getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(dialog).toBeHidden()
})

test('says that an approval does not exist', async ({ page, project }) => {
  const id = 'apv_01jaaaaaaaaaaaaaaaaaaaaaaa'
  await page.goto(`/project/${project.id}/workflow?tab=approvals&approval=${id}`)
  const dialog = page.getByRole('dialog', { name: 'This approval was not found' })
  await expect(dialog.getByText('It was deleted with its run')).toBeVisible()
  await expectClean(page)
  await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
})

test('a closing list of options leaves the focus where the user put it', async ({
  page,
  project,
  me,
}) => {
  const asked = { title: 'Refund for Ada', approvers: 'role:developer', fields: FIELDS }
  await ask(me, project.id, asked)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(`/project/${project.id}/workflow?tab=approvals`)
  await page.getByRole('link', { name: 'Open the approval Refund for Ada' }).click()
  const comment = page.getByLabel('Comment')
  // Clicks into the comment while the list still fades out.
  await comment.evaluate((element) =>
    addEventListener('click', () => element.focus(), { once: true, capture: true }),
  )
  await page.getByLabel('Paid by').press('Enter')
  await page.getByRole('option', { name: 'Card' }).click()
  await expect(page.getByRole('listbox')).toHaveCount(0)
  // Focus is returned in a task after the list is removed.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await expect(comment).toBeFocused()
  await page.getByLabel('Paid by').press('Enter')
  await page.getByRole('option', { name: 'Invoice' }).press('Enter')
  await expect(page.getByLabel('Paid by')).toBeFocused()
})

test('an approval is decided by a mailed link, which works once', async ({
  browser,
  project,
  me,
}) => {
  const address = `${randomUUID()}@example.com`
  const asked = { title: 'Refund for Bob', details: 'Order 8.', approvers: `link:${address}` }
  const runId = await ask(me, project.id, asked)
  const mails = () => mailsTo(product().mails, address)
  await expect.poll(() => mails().length).toBe(1)
  const [link = ''] = /http\S+\/approval#\S+/.exec(mails()[0]?.text ?? '') ?? []
  const page = await browser.newPage({ storageState: { cookies: [], origins: [] } })
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Refund for Bob' })).toBeVisible()
  await expect(page.getByText('Order 8.')).toBeVisible()
  await inspect(page, 'approval-link')
  await page.getByLabel('Comment').fill('Too late.')
  await page.getByRole('button', { name: 'Reject' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(await resultOf(me, project.id, runId)).toMatchObject({
    decision: 'rejected',
    comment: 'Too late.',
    decidedBy: address,
  })
  await page.reload()
  await expect(page.getByText('This link was used already')).toBeVisible()
  await inspect(page, 'approval-link-used')
  await page.close()
})

test('the form of an approval is made without JSON', async ({ page, project, me }) => {
  const kindOf = await readKinds(me, project.id)
  const nodes = [
    drawNode(kindOf('trigger-manual'), { label: 'Start', x: 40, y: 120 }),
    drawNode(kindOf('approval'), { label: 'Consent', x: 460, y: 120 }),
  ]
  const graph = { name: 'Refunds', nodes, connections: [join('Start', 'Consent')] }
  const id = await giveWorkflow(me, project.id, graph)
  await openEditor(page, project.id, id)
  await cardOf(page, 'Consent').click({ position: { x: 100, y: 20 } })
  const form = page.locator('[data-property=fields]')
  const add = form.getByRole('button', { name: 'Add field' })
  await add.click()
  await expect(form.getByLabel('Name of field 1')).toBeFocused()
  await page.keyboard.type('sum')
  await form.getByRole('combobox', { name: 'Type of field 1' }).click()
  await page.getByRole('option', { name: 'Number', exact: true }).click()
  await form.getByLabel('Label of field 1').fill('Sum')
  await form.getByRole('switch', { name: 'Required to approve' }).click()
  await add.click()
  await form.getByLabel('Name of field 2').fill('removed')
  await add.click()
  await form.getByLabel('Name of field 3').fill('way')
  await form.getByRole('combobox', { name: 'Type of field 3' }).click()
  await page.getByRole('option', { name: 'Select', exact: true }).click()
  await form.getByLabel('Options of field 3').fill('Card, Invoice')
  await form.getByRole('button', { name: 'Remove field 2' }).click()
  await expect(form.getByLabel('Options of field 2')).toHaveValue('Card, Invoice')
  await inspect(page, 'approval-form')
  await saveWorkflow(page)
  const { nodes: saved } = await readWorkflow(me, project.id, id)
  const [, consent] = saved
  expect(JSON.parse(String(consent?.data.parameters.fields))).toEqual([
    { name: 'sum', label: 'Sum', type: 'number', required: true },
    { name: 'way', type: 'select', options: ['Card', 'Invoice'] },
  ])
})

test('several approvals are decided at once, by keys', async ({ page, project, me }) => {
  const asked = { approvers: 'role:developer', bulk: 'yes' }
  const runs = [
    await ask(me, project.id, { ...asked, title: 'Refund for Ada' }),
    await ask(me, project.id, { ...asked, title: 'Refund for Bob' }, 'Refunds of Bob'),
  ]
  await ask(me, project.id, { title: 'Contract', approvers: 'role:developer' }, 'Contracts')
  await page.goto(`/project/${project.id}/workflow?tab=approvals`)
  const list = page.getByRole('table', { name: 'Approvals' })
  await expect(list.getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('checkbox', { name: 'Select Contract' })).toHaveCount(0)
  await page.getByRole('checkbox', { name: /^Select all approvals/ }).press('Space')
  const bar = page.getByRole('region', { name: 'Selected approvals' })
  await expect(bar.getByRole('status')).toHaveText('2 approvals selected')
  await inspect(page, 'approvals-selected')
  await bar.getByRole('button', { name: 'Approve (2)' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Approve 2 requests?' })
  await inspect(page, 'approvals-confirm')
  await dialog.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(page.getByText('2 approved')).toBeVisible()
  for (const runId of runs)
    expect(await resultOf(me, project.id, runId)).toMatchObject({ decision: 'approved' })
  await expect(list.getByRole('row')).toHaveCount(2)
})
