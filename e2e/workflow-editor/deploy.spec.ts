import {
  createCredential,
  createWorkflow,
  updateCredential,
  updateWorkflow,
} from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, rowOf, test } from '../harness/fixtures.ts'
import { measured, see } from '../harness/seen.ts'

test.use({ who: 'admin' })

const empty = { nodes: [], connections: [] }

test('deploys, and the lists show how dev compares with production', async ({
  page,
  project,
  me,
}) => {
  const params = { projectId: project.id }
  const keyOf = (apiKey: string) => ({
    name: 'Key',
    type: 'api-credential' as const,
    data: { baseUrl: 'https://api.example.com', apiKey },
  })
  const { credential } = await me.client.call(createCredential, { params, body: keyOf('k1') })
  const body = { name: 'Orders', ...empty }
  const { workflow } = (await me.client.call(createWorkflow, { params, body })).data
  await page.goto(`/project/${project.id}/workflow`)
  const dialog = page.getByRole('dialog')
  const along = dialog.getByRole('region', { name: 'Also deployed' })
  const deploy = async () => {
    await dialog.getByRole('button', { name: 'Deploy' }).click()
    await expect(page.getByText('Database deployed successfully')).toBeVisible()
    await expect(dialog).toBeHidden()
  }
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(along.getByRole('listitem')).toHaveText([
    'newWorkflow Orders',
    'newCredential Key (api-credential)',
  ])
  await deploy()
  await see(rowOf(page, 'Orders'), 'In sync')
  await expect(page.getByRole('row')).toHaveCount(2)
  measured('list.environment', workflow.environment.name)
  await page.getByRole('tab', { name: 'Credentials' }).click()
  const row = page.getByRole('row').filter({ hasText: 'api-credential' })
  await see(row, 'In sync')

  await me.client.call(updateWorkflow, {
    params: { projectId: project.id, workflowId: workflow.id },
    body: { ...body, active: true },
  })
  await me.client.call(updateCredential, {
    params: { projectId: project.id, id: credential.id },
    body: keyOf('k2'),
  })
  await page.reload()
  await see(row, 'Out of sync')
  await page.getByRole('tab', { name: 'Workflows' }).click()
  await see(rowOf(page, 'Orders'), 'Out of sync')
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(along.getByRole('listitem')).toHaveCount(2)
  await expect(along).toContainText('not overwritten')
  await along.getByRole('checkbox').check()
  await expectClean(page)
  await deploy()
  await expect(rowOf(page, 'Orders').getByText('In sync')).toBeVisible()
  await page.getByRole('tab', { name: 'Credentials' }).click()
  await expect(row.getByText('In sync')).toBeVisible()
})
