import { expect, test } from '../harness/fixtures.ts'
import { see } from '../harness/seen.ts'
import { cardOf, drawNode, giveWorkflow, join, openEditor, readKinds } from './workflow-steps.ts'

test('a run is shown live: waits, retries, fails, survives a reload, is cancelled', async ({
  page,
  project,
  me,
}) => {
  const kindOf = await readKinds(me, project.id)
  const draw = (kind: string, label: string, at: number[], parameters = {}) =>
    drawNode(kindOf(kind), { label, x: at[0] ?? 0, y: at[1] ?? 0, parameters })
  const wait = (label: string, y: number, amount: number) =>
    draw('wait', label, [40, y], { until: 'duration', amount, unit: 'seconds' })
  const nodes = [
    draw('trigger-manual', 'Short', [40, 20]),
    wait('Pause', 120, 5),
    draw('javascript', 'Broken', [440, 120], { code: 'throw new Error("no luck")' }),
    draw('trigger-manual', 'Long', [40, 260]),
    wait('Sleep', 360, 3600),
    draw('set', 'Never', [440, 360], { value: '{}' }),
  ]
  const connections = [
    join('Short', 'Pause'),
    join('Pause', 'Broken'),
    join('Long', 'Sleep'),
    join('Sleep', 'Never'),
  ]
  // Longer than the polling interval of one second, so that the intermediate state is visible.
  const errorHandling = { retryCount: 2, retryDelay: 3, failureAction: 'stop' }
  const settings = JSON.stringify({ errorHandling })
  const stored = { name: 'Live', nodes, connections, active: true, settings }
  const id = await giveWorkflow(me, project.id, stored)
  await openEditor(page, project.id, id)
  const execute = page.getByRole('button', { name: 'Execute', exact: true })
  const begin = async (label: string) => {
    await execute.click()
    await page.getByRole('dialog').getByRole('button', { name: label }).click()
  }
  const state = (label: string, text: string) =>
    expect(cardOf(page, label).getByText(text, { exact: true })).toBeVisible()

  await begin('Short')
  await state('Pause', 'Waiting')
  await state('Short', 'Succeeded')
  await see(page, 'Executing...', { as: 'button' })
  await expect(cardOf(page, 'Broken').locator('[data-state]')).toHaveCount(0)
  await state('Broken', '2 attempts')
  await state('Pause', 'Succeeded')
  await expect(cardOf(page, 'Pause').getByText(/^\d[\d.]* s$/)).toBeVisible()
  await see(page, 'Failed to execute workflow')
  await expect(page.getByText(/Broken: .*no luck/)).toBeVisible()
  await state('Broken', 'Failed')
  await state('Broken', '3 attempts')
  await expect(execute).toBeVisible()

  await begin('Long')
  await state('Sleep', 'Waiting')
  await expect(cardOf(page, 'Broken').locator('[data-state]')).toHaveCount(0)
  await page.reload()
  await state('Sleep', 'Waiting')
  await see(page, 'Executing...', { as: 'button' })
  await page.getByRole('button', { name: 'Cancel run' }).click()
  await state('Sleep', 'Cancelled')
  await expect(page.getByText('The run was cancelled.')).toBeVisible()
  await expect(execute).toBeFocused()
  await expect(page.getByRole('button', { name: 'Cancel run' })).toBeHidden()
})
