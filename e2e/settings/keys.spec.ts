import { execFileSync } from 'node:child_process'
import { giveRows, giveStoredTables } from '../grid/grid-steps.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { openSettings } from './settings-people.ts'

const OPEN = { list: '@request.auth.kind = "key"', view: 'true', create: 'true' }
const TABLES = [
  {
    id: 'post',
    name: 'post',
    order: 0,
    rules: OPEN,
    columns: [{ id: 'title', name: 'title', type: 'text' }],
  },
  { id: 'tag', name: 'tag', order: 1, rules: OPEN },
] as const

/** Runs the API section's command in a shell. */
function runInShell(line: string, key: string): { data?: unknown; error?: { message: string } } {
  const env = { ...process.env, PLINTH_KEY: key }
  return JSON.parse(execFileSync('bash', ['-c', `${line} -sS`], { env }).toString('utf8'))
}

test('an owner creates a key, uses it as the API section shows, and revokes it', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(120_000)
  await openSettings(page, project.id)
  await page.getByRole('link', { name: 'Keys', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No keys in dev' })).toBeVisible()
  const create = page.getByRole('button', { name: 'Create Key' })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await create.hover()
  await expect(page.getByRole('tooltip')).toContainText('Sync a table first')

  await giveStoredTables(me, project.id, TABLES as never)
  await giveRows(me, { projectId: project.id, table: 'post' }, [{ title: 'Hello' }])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No keys in dev' })).toBeVisible()
  await create.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Name is required')
  await dialog.getByLabel('Name').fill('Nightly export')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose at least one table and operation.')
  const visitors = dialog.getByRole('switch', { name: "Visitors' addresses" })
  await expect(visitors).not.toBeChecked()
  await visitors.press('Space')
  await expect(visitors).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'List post' }).check()
  await dialog.getByRole('checkbox', { name: 'All of tag' }).check()
  await dialog.getByRole('checkbox', { name: 'Delete tag' }).uncheck()
  await expectClean(page)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('Copy it now')).toBeVisible()
  const secret = (await dialog.locator('[data-secret]').textContent()) ?? ''
  expect(secret).toMatch(/^plk_/)
  await expectClean(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: 'Nightly export' })
  await expect(row).toContainText(
    "post: list · tag: list, view, create, update · visitors' addresses",
  )
  await expect(row).toContainText('Never')
  await expect(page.getByText(secret)).toHaveCount(0)

  await page.getByRole('link', { name: 'API', exact: true }).click()
  await page.getByRole('radio', { name: 'API key' }).check({ force: true })
  const list = page.getByRole('region', { name: 'List rows', exact: true }).getByRole('code')
  await expect(list).toContainText('Bearer $PLINTH_KEY')
  const line = ((await list.textContent()) ?? '').replace(/--data-urlencode '\$filter[^\n]*\n/, '')
  expect(runInShell(line, secret).data).toMatchObject([{ title: 'Hello' }])

  await page.getByRole('link', { name: 'Keys', exact: true }).click()
  await expect(row).toContainText('just now')
  await expectClean(page)
  await row.getByRole('button', { name: 'Revoke Nightly export' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Key revoked')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No keys in dev' })).toBeVisible()
  expect(runInShell(line, secret).error?.message).toContain('This key was revoked')

  // Only an admin can manage production keys.
  await page.getByRole('button', { name: 'Environment: dev' }).click()
  await page.getByRole('menuitemradio', { name: 'production' }).click()
  await expect(page.getByRole('heading', { name: 'No keys in production' })).toBeVisible()
  await create.hover()
  await expect(page.getByRole('tooltip')).toContainText('Only an admin')
})
