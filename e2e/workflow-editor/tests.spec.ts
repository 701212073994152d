import type { Page } from '@playwright/test'
import {
  createWorkflowTest,
  executeWorkflow,
  listWorkflowTests,
  updateWorkflow,
} from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, type Person, test } from '../harness/fixtures.ts'
import { cardOf, drawNode, giveWorkflow, join, openEditor, readKinds } from './workflow-steps.ts'

test.use({ who: 'admin' })

/** Checks the page in both themes, and takes screenshots if they are wanted. */
async function inspect(page: Page, name: string) {
  await expectClean(page)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const path = process.env.SHOTS && `${process.env.SHOTS}/${name}-${colorScheme}.png`
    if (path) await page.screenshot({ path })
  }
}

/** A workflow with a condition, and a run of it that takes the true branch. */
async function giveRun(me: Person, projectId: string) {
  const kindOf = await readKinds(me, projectId)
  const draw = (kind: string, label: string, x: number, y: number, parameters = {}) =>
    drawNode(kindOf(kind), { label, x, y, parameters })
  const nodes = (price: number) => [
    draw('trigger-manual', 'Start', 40, 120, { data: '{"pieces": 3}' }),
    draw('javascript', 'Total', 440, 120, { code: `return $in.pieces * ${price}` }),
    draw('conditional', 'Is large', 840, 120, {
      left: '{{ $in }}',
      operator: 'greater',
      right: '20',
    }),
    draw('set', 'Large', 1240, 40, { value: '"large"' }),
    draw('set', 'Small', 1240, 240, { value: '"small"' }),
  ]
  const connections = [
    join('Start', 'Total'),
    join('Total', 'Is large'),
    join('Is large', 'Large', ['true', 'input']),
    join('Is large', 'Small', ['false', 'input']),
  ]
  const stored = { name: 'Orders', nodes: nodes(10), connections, active: true }
  const workflowId = await giveWorkflow(me, projectId, stored)
  const { data } = await me.client.call(executeWorkflow, {
    params: { projectId, workflowId },
    body: { nodes: stored.nodes, edges: connections },
  })
  /** Saves the workflow with another price. */
  const setPrice = (price: number) =>
    me.client.call(updateWorkflow, {
      params: { projectId, workflowId },
      body: { ...stored, nodes: nodes(price) },
    })
  return { workflowId, runId: data.runId, setPrice }
}

const makeTest = async (page: Page, projectId: string, runId: string) => {
  await page.goto(`/project/${projectId}/workflow/run/${runId}`)
  await page.getByRole('button', { name: 'Make a test' }).click()
  await expect(page.getByText('Test made', { exact: true })).toBeVisible()
}

test('a run becomes a test that is run, compared, accepted and deleted', async ({
  page,
  project,
  me,
}) => {
  const { workflowId, runId, setPrice } = await giveRun(me, project.id)
  await makeTest(page, project.id, runId)
  await inspect(page, 'tests-run-page')
  await openEditor(page, project.id, workflowId)
  await page.getByRole('button', { name: 'Tests', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Tests' })
  const item = dialog.getByRole('list', { name: 'Tests of this workflow' }).getByRole('listitem')
  await expect(item).toHaveCount(1)
  await expect(item.getByText('Not run')).toBeVisible()
  await dialog.getByRole('button', { name: 'Run all tests' }).press('Enter')
  await expect(item.getByText('Passed', { exact: true })).toBeVisible()
  await expect(dialog.getByText('1 of 1 test passed')).toBeVisible()
  const coverage = dialog.getByRole('region', { name: 'Coverage' })
  await expect(coverage.getByText('No test reaches: Small')).toBeVisible()
  await expect(coverage.getByText('No test takes: Is large (false) → Small')).toBeVisible()
  await inspect(page, 'tests-passed')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Fit the view' }).click()
  await expect(cardOf(page, 'Small').getByText('No test reaches this node')).toBeAttached()
  await expect(cardOf(page, 'Large').getByText('No test reaches this node')).toHaveCount(0)
  await inspect(page, 'tests-coverage')

  await setPrice(12)
  await page.goto(`/project/${project.id}/workflow/edit/${workflowId}?tests`)
  await dialog.getByRole('button', { name: 'Run all tests' }).click()
  const failed = dialog.getByRole('listitem').first()
  await expect(failed.getByText('Failed', { exact: true })).toBeVisible()
  await expect(failed.getByText('Total: output')).toBeVisible()
  await expect(failed.getByText('30', { exact: true })).toBeVisible()
  await expect(failed.getByText('36', { exact: true })).toBeVisible()
  await inspect(page, 'tests-failed')
  await dialog.getByRole('button', { name: 'Accept the new output' }).press('Enter')
  await expect(page.getByText('New output accepted', { exact: true })).toBeVisible()
  await expect(failed.getByText('Passed', { exact: true })).toBeVisible()

  await dialog.getByRole('button', { name: /^Delete Test run/ }).click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByText('from the workflow and all its versions')).toBeVisible()
  await question.getByRole('button', { name: 'Delete test' }).click()
  await expect(dialog.getByText('No tests yet')).toBeVisible()
  await inspect(page, 'tests-none')
  const runs = `/project/${project.id}/workflow?tab=runs&workflow=${workflowId}`
  const link = dialog.getByRole('link', { name: 'Show the runs' })
  await expect(link).toHaveAttribute('href', runs)
})

test('coverage is shown once all tests have run', async ({ page, project, me }) => {
  const { workflowId, runId } = await giveRun(me, project.id)
  const params = { projectId: project.id, workflowId }
  for (const name of ['One', 'Two'])
    await me.client.call(createWorkflowTest, { params, body: { runId, name } })
  await page.goto(`/project/${project.id}/workflow/edit/${workflowId}?tests`)
  const dialog = page.getByRole('dialog', { name: 'Tests' })
  const coverage = dialog.getByRole('region', { name: 'Coverage' })
  await dialog.getByRole('button', { name: 'Run One' }).press('Enter')
  await expect(dialog.getByText('1 of 1 test passed')).toBeVisible()
  await expect(coverage).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Run Two' }).press('Enter')
  await expect(coverage).toBeVisible()
})

/** Makes a test of a run and opens its form from the list of workflows. */
async function openForm(page: Page, me: Person, projectId: string) {
  const { workflowId, runId } = await giveRun(me, projectId)
  const params = { projectId, workflowId }
  await me.client.call(createWorkflowTest, { params, body: { runId, name: 'An order' } })
  await page.goto(`/project/${projectId}/workflow`)
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('button', { name: 'Tests', exact: true }).press('Enter')
  const tests = page.getByRole('dialog', { name: 'Tests' })
  await tests.getByRole('button', { name: 'Edit An order' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Edit test' })
  await expect(form.getByLabel('Name')).toBeFocused()
  return {
    form,
    tests,
    save: form.getByRole('button', { name: 'Save test' }),
    stored: async () => (await me.client.call(listWorkflowTests, { params })).tests[0],
  }
}

test('the form of a test asks before it discards what was typed', async ({ page, project, me }) => {
  const { form, tests, save, stored } = await openForm(page, me, project.id)
  await form.getByLabel('Name').fill('A large order')
  const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Keep editing' }).press('Enter')
  await form.getByRole('button', { name: 'Cancel' }).press('Enter')
  await question.getByRole('button', { name: 'Keep editing' }).press('Enter')
  await page.goBack()
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).getByText('Stay').click()
  await expect(form.getByLabel('Name')).toHaveValue('A large order')
  await save.press('Enter')
  await expect(page.getByText('Test saved', { exact: true })).toBeVisible()
  await expect(tests.getByRole('button', { name: 'Edit A large order' })).toBeFocused()
  expect(await stored()).toMatchObject({ name: 'A large order' })
})

test('an expectation is changed by keys, with refusals beside it', async ({
  page,
  project,
  me,
}) => {
  const { form, save, stored } = await openForm(page, me, project.id)
  for (const box of await form.getByRole('checkbox').all()) await box.press('Space')
  await expect(form.getByText('A test needs at least one expectation.')).toBeVisible()
  await save.press('Enter')
  await form.getByRole('checkbox', { name: 'Expect Total: output' }).press('Space')
  await form.getByRole('button', { name: /^Total: output/ }).press('Enter')
  const total = form.getByRole('region', { name: 'Total: output' })
  await total.getByLabel('Expected JSON').fill('{"pieces"')
  await expect(total.getByText('This is not valid JSON. Texts need quotes')).toBeVisible()
  await save.press('Enter')
  await expect(total.getByLabel('Expected JSON')).toBeFocused()
  await inspect(page, 'test-form')
  await total.getByRole('combobox', { name: 'Compare by' }).press('Enter')
  await page.getByRole('option', { name: 'Schema' }).press('Enter')
  await total.getByLabel('JSON schema').fill('{"type": "string", "pattern": "a"}')
  await save.press('Enter')
  await expect(
    total.getByText('It has a pattern: use "matches" for the text instead.'),
  ).toBeVisible()
  await total.getByRole('combobox', { name: 'Compare by' }).press('Enter')
  await page.getByRole('option', { name: 'Type' }).press('Enter')
  await expect(total.getByRole('combobox', { name: 'Expected type' })).toHaveText('number')
  await save.press('Enter')
  await expect(page.getByText('Test saved', { exact: true })).toBeVisible()
  expect(await stored()).toMatchObject({
    expectations: [{ part: 'output', kind: 'type', value: 'number' }],
  })
})

test('saving runs the tests and never blocks; the list runs them too', async ({
  page,
  project,
  me,
}) => {
  const { workflowId, runId, setPrice } = await giveRun(me, project.id)
  await makeTest(page, project.id, runId)
  await setPrice(12)
  await openEditor(page, project.id, workflowId)
  await cardOf(page, 'Start').click()
  await page.getByRole('switch', { name: 'Active' }).first().click()
  await page.getByRole('button', { name: 'Save Workflow' }).click()
  await expect(page.getByText('1 of 1 test failed')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tests: 1 fails' })).toBeVisible()
  await inspect(page, 'tests-after-save')
  await setPrice(10)
  await page.goto(`/project/${project.id}/workflow`)
  await page.getByRole('button', { name: 'Run the tests of Orders' }).press('Enter')
  await expect(page.getByText('1 test passed')).toBeVisible()
  await inspect(page, 'tests-list')
})

test('a failing test stops a deploy and shows its difference', async ({ page, project, me }) => {
  const { runId, setPrice } = await giveRun(me, project.id)
  await makeTest(page, project.id, runId)
  await setPrice(12)
  await page.goto(`/project/${project.id}/workflow`)
  await page.getByRole('button', { name: 'Deploy' }).click()
  const deploy = page.getByRole('dialog')
  await expect(
    deploy.getByText(/of the workflow "Orders" fails: the output of "Total"/),
  ).toBeVisible()
  await inspect(page, 'tests-deploy')
  await deploy.getByRole('link', { name: 'Show the difference' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tests' })
  await dialog.getByRole('button', { name: 'Run all tests' }).click()
  await dialog.getByRole('button', { name: 'Accept the new output' }).click()
  await expect(page.getByText('New output accepted', { exact: true })).toBeVisible()
  await page.goto(`/project/${project.id}/workflow`)
  await page.getByRole('button', { name: 'Deploy' }).click()
  await deploy.getByRole('button', { name: 'Deploy' }).click()
  await expect(page.getByText('Database deployed successfully')).toBeVisible()
})
