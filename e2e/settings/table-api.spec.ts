import { createKey } from '@plinth/contract'
import { giveRows, giveStoredTables } from '../grid/grid-steps.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { openData, selectTable, tableRow } from '../schema-editor/data-steps.ts'

test.setTimeout(120_000)

const SIGNED_IN = { list: '@request.auth.id != ""', view: '', create: '', update: '', delete: '' }
const TABLES = [
  {
    id: 'note',
    name: 'note',
    order: 0,
    rules: SIGNED_IN,
    columns: [{ id: 'title', name: 'title', type: 'text' }],
  },
  {
    id: 'people',
    name: 'people',
    type: 'Auth',
    order: 1,
    rules: SIGNED_IN,
    columns: [
      { id: 'p1', name: 'email', type: 'email', options: { isRequired: true, isUnique: true } },
      { id: 'p2', name: 'password', type: 'text', options: { isRequired: true, isHashed: true } },
      { id: 'p3', name: 'verified', type: 'checkbox' },
    ],
  },
] as const
const PASSWORD = 'a long password of ada'

test('a developer opens the API of a table and tries it as others', async ({
  page,
  project,
  me,
}) => {
  const projectId = project.id
  await giveStoredTables(me, projectId, TABLES as never)
  await giveRows(me, { projectId, table: 'note' }, [{ title: 'Some note' }])
  const ada = { email: 'ada@example.com', password: PASSWORD }
  await giveRows(me, { projectId, table: 'people' }, [ada])
  const { secret } = await me.client.call(createKey, {
    params: { projectId },
    body: { name: 'Reader', environment: 'dev', tables: [{ table: 'note', operations: ['list'] }] },
  })

  await openData(page, project)
  await selectTable(page, 'note')
  await tableRow(page, 'note').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'API of this table' }).click()
  await expect(page.getByRole('dialog', { name: 'API of note' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tableRow(page, 'note').getByRole('button').first()).toBeFocused()
  await page.getByRole('button', { name: 'More grid options' }).click()
  await page.getByRole('menuitem', { name: 'API of this table' }).click()
  const dialog = page.getByRole('dialog', { name: 'API of note' })
  const code = dialog.getByRole('region', { name: 'List rows', exact: true }).getByRole('code')
  await expect(code).toContainText('curl -G')
  await expect(code).not.toContainText('Authorization')
  await dialog.getByRole('radio', { name: 'fetch' }).check({ force: true })
  await expect(code).toContainText('await fetch(')
  await expectClean(page, '[role=dialog]')

  // A guest is refused although the person who tries is the owner.
  const sent = page.waitForRequest(/\/api\/data\/note\?/)
  await dialog.getByRole('button', { name: 'Send' }).click()
  expect(await (await sent).headerValue('authorization')).toBeNull()
  await expect(dialog.getByRole('status')).toContainText('Status 200')
  await expect(dialog.getByRole('status')).toContainText('No rows: the List rule')
  await expect(dialog.getByRole('region', { name: 'Response' })).toContainText('"data": []')

  await dialog.getByRole('radio', { name: 'API key' }).check({ force: true })
  await dialog.getByLabel('API key', { exact: true }).last().fill(secret)
  await dialog.getByLabel('Query string').fill('$limit=5')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByRole('region', { name: 'Response' })).toContainText('Some note')

  await dialog.getByRole('radio', { name: 'App user' }).check({ force: true })
  await dialog.getByLabel('Email').fill(ada.email)
  await dialog.getByLabel('Password').fill('wrong')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByRole('alert')).toContainText('could not sign in')
  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByRole('region', { name: 'Response' })).toContainText('Some note')
  await expectClean(page, '[role=dialog]')

  // What was typed is neither in a sample nor in a storage, and the session ends with the dialog.
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
  )
  const samples = (await dialog.getByRole('code').allTextContents()).join('\n')
  for (const word of [PASSWORD, secret]) expect(kept + samples).not.toContain(word)
  const ended = page.waitForResponse(/\/api\/auth\/people\/sign-out/)
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect((await ended).status()).toBe(200)
})
