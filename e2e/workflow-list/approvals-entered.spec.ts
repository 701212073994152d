import { randomUUID } from 'node:crypto'
import { decideApproval, listApprovals } from '@plinth/contract'
import { enter, expect, test } from '../harness/fixtures.ts'
import { mailsTo } from '../harness/mailbox.ts'
import { addMember, addStaff } from '../harness/platform.ts'
import { product } from '../harness/product.ts'
import { ask, inspect } from './approval-steps.ts'

test('a link asks before it loses what was typed, and says what went wrong', async ({
  browser,
  project,
  me,
}) => {
  const address = `${randomUUID()}@example.com`
  const details = 'A line of the order.\n'.repeat(60)
  const asked = { title: `Refund ${'x'.repeat(150)}`, details, approvers: `link:${address}` }
  await ask(me, project.id, asked)
  const mails = () => mailsTo(product().mails, address)
  await expect.poll(() => mails().length).toBe(1)
  const [link = ''] = /http\S+\/approval#\S+/.exec(mails()[0]?.text ?? '') ?? []
  const page = await browser.newPage({ storageState: { cookies: [], origins: [] } })
  await page.route('**/api/approval/open', (route) => route.abort())
  await page.goto(link)
  await expect(
    page.getByRole('heading', { name: 'The approval could not be loaded' }),
  ).toBeVisible()
  await inspect(page, 'approval-link-offline')
  await page.unroute('**/api/approval/open')
  await page.getByRole('button', { name: 'Retry' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Refund' })).toBeVisible()
  await inspect(page, 'approval-link-long')
  // Browsers ask only people who have typed themselves.
  await page.getByLabel('Comment').pressSequentially('Typed.')
  const questions: string[] = []
  page.on('dialog', (question) => {
    questions.push(question.type())
    return question.accept()
  })
  await page.reload()
  expect(questions).toEqual(['beforeunload'])
  await page.getByRole('button', { name: 'Reject' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.goto(`${product().address}/login`)
  await page.goto(`${product().address}/approval#changed`)
  await expect(page.getByText('It is incomplete or was changed.')).toBeVisible()
  await page.close()
})

test('an approval asks before it loses what was typed', async ({ page, project, me }) => {
  await ask(me, project.id, { title: 'Refund for Ada', approvers: 'role:developer' })
  await page.goto(`/project/${project.id}/workflow?tab=approvals`)
  await page.getByRole('link', { name: 'Open the approval Refund for Ada' }).press('Enter')
  const comment = page.getByLabel('Comment')
  await comment.pressSequentially('Typed.')
  const question = page.getByRole('alertdialog', { name: 'Leave without deciding?' })
  await page.getByRole('link', { name: 'Open the run' }).click()
  await inspect(page, 'approval-leave')
  await question.getByRole('button', { name: 'Keep editing' }).press('Enter')
  await expect(question).toBeHidden()
  await expect(comment).toHaveValue('Typed.')
  await comment.press('Escape')
  const discard = page.getByRole('alertdialog', { name: 'Discard what you entered?' })
  await discard.getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('says that a decision came too late, and that another value was entered', async ({
  page,
  project,
  me,
  platform,
}) => {
  const other = await addStaff(platform)
  await addMember(platform, { projectId: project.id, staffId: other.id, role: 'developer' })
  const { client } = await enter(other)
  const fields = JSON.stringify([{ name: 'sum', label: 'Sum', type: 'number', required: true }])
  const approvers = `${me.email}, ${other.email}`
  await ask(me, project.id, { title: 'Refund', mode: 'all', approvers, fields })
  await page.goto(`/project/${project.id}/workflow?tab=approvals`)
  await page.getByRole('link', { name: 'Open the approval Refund' }).press('Enter')
  const params = async () => {
    const query = { environment: 'dev', show: 'waiting' } as const
    const { approvals } = await client.call(listApprovals, {
      params: { projectId: project.id },
      query,
    })
    return { projectId: project.id, approvalId: approvals[0]?.id ?? '' }
  }
  const body = { decision: 'approve', values: { sum: 5 } } as const
  await client.call(decideApproval, { params: await params(), body })
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await dialog.getByLabel('Sum').fill('6')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog.getByText('Sum: another person entered a different value.')).toBeVisible()
  await expect(dialog.getByLabel('Sum')).toBeFocused()
  await inspect(page, 'approval-refused')
  await dialog.getByLabel('Sum').fill('5')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toBeHidden()
  await ask(me, project.id, { title: 'Second', approvers, mode: 'all' }, 'Second')
  await page.getByRole('link', { name: 'Open the approval Second' }).press('Enter')
  const second = page.getByRole('dialog', { name: 'Second' })
  await second.getByLabel('Comment').fill('I had looked at it.')
  await client.call(decideApproval, { params: await params(), body: { decision: 'reject' } })
  await second.getByRole('button', { name: 'Approve' }).click()
  await expect(second.getByRole('alert')).toContainText(
    'Your decision was not counted. This approval was rejected already.',
  )
  await expect(second.getByText('Your comment was: I had looked at it.')).toBeVisible()
  await inspect(page, 'approval-too-late')
})

test('says that one has decided while others have not', async ({ page, project, me, platform }) => {
  const other = await addStaff(platform)
  await addMember(platform, { projectId: project.id, staffId: other.id, role: 'developer' })
  const approvers = `${me.email}, ${other.email}`
  await ask(me, project.id, { title: 'Refund', mode: 'all', approvers })
  await page.goto(`/project/${project.id}/workflow?tab=approvals`)
  await page.getByRole('link', { name: 'Open the approval Refund' }).press('Enter')
  await page.getByRole('button', { name: 'Approve' }).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('radio', { name: 'Waiting' }).click()
  await page.getByRole('link', { name: 'Open the approval Refund' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Refund' })
  await expect(dialog.getByText('You have decided.')).toBeVisible()
})
