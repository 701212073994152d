import type { Page } from '@playwright/test'
import {
  createCredential,
  createWorkflow,
  deployDatabase,
  saveProductionAccess,
} from '@plinth/contract'
import { ADMIN } from '../../faults/stack/stack.ts'
import { cellAt, giveRows, giveStoredTables, gridOf, typeInto } from '../grid/grid-steps.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { enter, expect, newProject, rowOf, test } from '../harness/fixtures.ts'
import { addMember, addStaff } from '../harness/platform.ts'

const TABLES = [
  {
    id: 'post',
    name: 'post',
    type: 'Base',
    columns: [{ id: 'title', name: 'title', type: 'text', options: {} }],
  },
]
const NODES = [
  {
    id: 'a',
    type: 'custom',
    position: { x: 80, y: 80 },
    data: {
      label: 'Begin',
      active: true,
      definition: {
        name: 'trigger-manual',
        display_name: 'Manual',
        description: '',
        category: 'Triggers',
        input_schemas: {},
        connection_config: { inputs: { types: [] }, outputs: { types: ['out'] } },
      },
      credentials: {},
    },
  },
]

async function switchTo(page: Page, environment: 'dev' | 'production') {
  await page.getByRole('button', { name: /^Environment: / }).click()
  await page.getByRole('menuitemradio', { name: environment }).click()
}

for (const role of ['developer', 'owner', 'admin'] as const) {
  test.describe(role, () => {
    test.use({ who: role === 'admin' ? 'admin' : 'staff' })

    test("switches to production and back, and shows each environment's content", async ({
      page,
      me,
      platform,
    }) => {
      const admin = await enter({ id: '', ...ADMIN })
      const owner = role === 'owner' ? me : await enter(await addStaff(platform))
      const project = await newProject(owner)
      const params = { projectId: project.id }
      if (role === 'developer') await addMember(platform, { ...params, staffId: me.id, role })
      const access = { developersCanRead: true }
      await owner.client.call(saveProductionAccess, { params, body: access })
      await giveStoredTables(owner, project.id, TABLES as never)
      const workflow = { name: 'Orders', active: true, nodes: JSON.stringify(NODES) }
      await owner.client.call(createWorkflow, { params, body: { ...workflow, connections: '[]' } })
      await owner.client.call(createCredential, {
        params,
        body: { name: 'Key', type: 'custom', data: { key: 'k', hosts: ['api.example.com'] } },
      })
      await admin.client.call(deployDatabase, { params, body: {} })
      await giveRows(owner, { ...params, table: 'post' }, [{ title: 'a row of dev' }])

      await page.goto(`/project/${project.id}/data`)
      await expect(cellAt(page, 1, 'title')).toHaveText('a row of dev')
      const mayWrite = role === 'admin'

      // Unsaved edits are kept while production is shown.
      await typeInto(page, cellAt(page, 1, 'title'), 'changed')
      await switchTo(page, 'production')
      await expect(page.getByText('No rows yet')).toBeVisible()
      await switchTo(page, 'dev')
      await expect(cellAt(page, 1, 'title')).toHaveText('changed')
      await page.getByRole('button', { name: 'Cancel Changes' }).click()
      await switchTo(page, 'production')
      await expect(page).toHaveURL(/\/data\?environment=production$/)

      const note = page.getByRole('complementary', { name: 'Environment' })
      await expect(note).toContainText('You are viewing production.')
      await expect(page.getByText('No rows yet')).toBeVisible()
      await expect(page.getByText('a row of dev')).toBeHidden()
      for (const name of ['Add table', 'Edit table post', 'Add field'])
        await expect(page.getByRole('button', { name })).toHaveCount(0)
      const sync = page.getByRole('button', { name: 'Sync Database' })
      await expect(sync).toHaveAttribute('aria-disabled', 'true')
      await sync.hover()
      await expect(page.getByRole('tooltip')).toContainText('The production schema is read-only.')
      await expect(page.getByRole('button', { name: 'Add row' })).toHaveCount(mayWrite ? 1 : 0)
      if (mayWrite) {
        await page.getByRole('button', { name: 'Add row' }).click()
        await typeInto(page, cellAt(page, 1, 'title'), 'a row of production')
        await page.getByRole('button', { name: /^Save Changes/ }).click()
        await expect(page.getByRole('button', { name: /^Save Changes/ })).toHaveCount(0)
        await expect(cellAt(page, 1, 'title')).toHaveText('a row of production')
      }
      if (mayWrite) await expectClean(page)

      // A link keeps the environment, and so does navigation in the console.
      await page.reload()
      await expect(note).toBeVisible()
      await expect(gridOf(page, 'post')).toBeVisible()
      await page.getByRole('link', { name: 'Workflow', exact: true }).click()
      await expect(page).toHaveURL(/\/workflow\?environment=production$/)
      await expect(rowOf(page, 'Orders')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Create Workflow' })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
      await expect(page.getByRole('button', { name: 'Delete Orders' })).toHaveCount(0)
      await page.getByRole('link', { name: 'Orders' }).click()
      await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
      await page.getByText('Begin', { exact: true }).click()
      await expect(page.getByRole('complementary', { name: 'Settings' })).toContainText('Begin')
      await expect(page.getByRole('button', { name: 'Save Workflow' })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
      if (role === 'developer') await expectClean(page)
      await page.getByRole('link', { name: 'Open in dev' }).click()
      await expect(page.getByRole('textbox', { name: 'Workflow name' })).toHaveValue('Orders')
      await expect(note).toBeHidden()

      await switchTo(page, 'production')
      await expect(page).toHaveURL(/\/workflow\?environment=production$/)
      await page.getByRole('tab', { name: 'Credentials' }).click()
      await expect(page.getByRole('row').filter({ hasText: 'custom' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Delete Key' })).toHaveCount(mayWrite ? 1 : 0)
      if (role === 'developer') await expectClean(page)

      // Remembered per project when entering from the list.
      await page.getByRole('link', { name: 'Home' }).click()
      await page.getByRole('link', { name: project.name }).click()
      await expect(page).toHaveURL(/\/data\?environment=production$/)
      await switchTo(page, 'dev')
      await expect(cellAt(page, 1, 'title')).toHaveText('a row of dev')
      await expect(note).toBeHidden()
      if (role === 'developer') return
      await switchTo(page, 'production')
      await page.getByRole('link', { name: 'Settings' }).click()
      await page.getByRole('link', { name: 'Audit' }).click()
      const entries = page.getByRole('row').filter({ hasText: 'production' })
      await expect(entries.first()).toBeVisible()
      await expect(page.getByRole('combobox', { name: 'Environment' })).toHaveText('production')
    })
  })
}
