import { getRun } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import {
  cardOf,
  drawNode,
  giveWorkflow,
  join,
  openEditor,
  readKinds,
  saveWorkflow,
} from './workflow-steps.ts'

test('an active webhook runs when called, a deactivated one is not found', async ({
  page,
  project,
  me,
}) => {
  const kindOf = await readKinds(me, project.id)
  const nodes = [
    drawNode(kindOf('trigger-webhook'), { label: 'Called', x: 40, y: 40 }),
    drawNode(kindOf('set'), {
      label: 'Sum',
      x: 440,
      y: 40,
      parameters: { value: '{{ $in.body.n }}' },
    }),
  ]
  const connections = [join('Called', 'Sum')]
  const id = await giveWorkflow(me, project.id, { name: 'Orders', nodes, connections })
  await openEditor(page, project.id, id)
  await cardOf(page, 'Called').click({ position: { x: 60, y: 30 } })
  const address = page.getByRole('textbox', { name: 'Webhook URL in dev' })
  await expect(address).toHaveValue(/\/hooks\/dev\/[\w-]{22}$/)
  await expect(page.getByText('Returns 404 until the workflow is saved as active.')).toBeVisible()
  await expect(
    page.getByText('Deploy the workflow to get its webhook URL in production.'),
  ).toBeVisible()
  const url = await address.inputValue()
  const call = () =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"n": 7}',
    })
  expect((await call()).status).toBe(404)

  await page.getByRole('switch', { name: 'Active' }).first().click()
  await saveWorkflow(page)
  await expect(page.getByText('Returns 404 until')).toBeHidden()
  await expect(address).toHaveValue(url)
  const answer = await call()
  expect(answer.status).toBe(202)
  const { runId } = (await answer.json()) as { runId: string }
  await expect(async () => {
    const { run } = await me.client.call(getRun, { params: { projectId: project.id, runId } })
    expect(run).toMatchObject({ status: 'succeeded', trigger: 'webhook', result: { Sum: 7 } })
  }).toPass({ timeout: 15_000 })
  await expectClean(page)

  await page.getByRole('switch', { name: 'Active' }).first().click()
  await saveWorkflow(page)
  await expect(page.getByText('Returns 404 until')).toBeVisible()
  expect((await call()).status).toBe(404)
})
