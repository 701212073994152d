import { listWorkflowVersions } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, rowOf, test } from '../harness/fixtures.ts'
import { giveWorkflow, openEditor, saveWorkflow } from '../workflow-editor/workflow-steps.ts'

test('workflows are tagged in the editor and filtered by tag in the list', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(90_000)
  const tagged = (tags: string[]) => JSON.stringify({ tags })
  const settings = tagged(['daily', 'archive', 'billing', 'any'])
  await giveWorkflow(me, project.id, { name: 'Orders', settings })
  await giveWorkflow(me, project.id, { name: 'Plain' })
  const id = await giveWorkflow(me, project.id, { name: 'Invoices', settings: tagged(['Billing']) })

  await openEditor(page, project.id, id)
  const input = page.getByRole('textbox', { name: 'Add a tag' })
  const chips = page.getByRole('list', { name: 'Tags' }).getByRole('listitem')
  await expect(chips).toHaveText(['Billing'])
  await input.fill('billing')
  await input.press('Enter')
  await expect(page.getByText('The workflow has this tag already.')).toBeVisible()
  await expectClean(page)
  await input.fill(' Late, Paper ')
  await input.press('Enter')
  await expect(input).toHaveValue('')
  await expect(chips).toHaveText(['Billing', 'Late', 'Paper'])
  await page.getByRole('button', { name: 'Remove the tag Late' }).press('Enter')
  await expect(input).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(chips).toHaveText(['Billing', 'Late', 'Paper'])
  // A tag that was typed is saved, whether it was confirmed or not.
  await input.fill('Monthly')
  await saveWorkflow(page)
  await expect(chips).toHaveText(['Billing', 'Late', 'Paper', 'Monthly'])
  const params = { projectId: project.id, workflowId: id }
  expect((await me.client.call(listWorkflowVersions, { params })).versions).toHaveLength(2)

  await page.goto(`/project/${project.id}/workflow`)
  await expect(page.getByRole('columnheader', { name: 'Tags' })).toBeVisible()
  await rowOf(page, 'Orders').getByRole('button', { name: 'Show 2 more tags' }).press('Enter')
  const tag = rowOf(page, 'Orders').getByRole('button', {
    name: 'Show workflows with the tag billing',
  })
  await tag.press('Enter')
  await expect(page).toHaveURL(/[?&]tag=billing/)
  await expect(page.getByRole('row', { name: /Plain/ })).toHaveCount(0)
  await expect(rowOf(page, 'Invoices')).toBeVisible()
  await expect(tag).toHaveAttribute('aria-pressed', 'true')
  await expectClean(page)

  await page.reload()
  const choice = page.getByRole('combobox', { name: 'Tag' })
  await expect(choice).toHaveText(/billing/i)
  await expect(page.getByRole('row', { name: /Plain/ })).toHaveCount(0)
  await choice.click()
  await expect(page.getByRole('option')).toHaveText([
    'All tags',
    'any',
    'archive',
    /^billing\s*$/i,
    'daily',
    'Late',
    'Monthly',
    'Paper',
  ])
  await page.getByRole('option', { name: 'any', exact: true }).click()
  await expect(rowOf(page, 'Orders')).toBeVisible()
  await expect(page.getByRole('row', { name: /Invoices/ })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search workflows' }).fill('Inv')
  await expect(page.getByText('No workflow with the tag “any” matches.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search workflows' }).fill('')
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect(page).not.toHaveURL(/tag=/)
  await expect(rowOf(page, 'Plain')).toBeVisible()
})
