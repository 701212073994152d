import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { choose, columnNames, dialogOf, openData, readTable, saveAll } from './data-steps.ts'
import { field, namesIn, openTable } from './panel-steps.ts'

test('a table and its fields are made in one panel, in the sequence typed', async ({
  page,
  me,
  project,
}) => {
  test.setTimeout(120_000)
  await openData(page, project)
  await page.getByRole('button', { name: 'Create Table' }).click()
  const dialog = dialogOf(page, 'Create Table')
  await dialog.getByLabel('Name').fill('customers')
  await page.keyboard.press('ArrowDown')
  for (const text of ['title', 'email:email', 'age:num']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await expect(field(dialog, 'Field 2, type')).toHaveText('email')
  await expect(field(dialog, 'Field 3, type')).toHaveText('number')
  await expect(field(dialog, 'Field 3, unique')).toHaveCount(0)
  await field(dialog, 'Field 1, required').check()
  await field(dialog, 'Field 2, unique').check()

  // The options of a select: the text of the specification, chips, and a preview before a split.
  await field(dialog, 'Field 4').fill('tier')
  await choose(dialog, 'Field 4, type', 'select')
  await dialog.getByLabel('Options', { exact: true }).fill('gold,silver,bronze, none')
  await expect(dialog.getByText('“gold,silver,bronze” is one value.')).toBeVisible()
  // The question stays when Enter closes the options.
  await dialog.getByLabel('Options', { exact: true }).press('Enter')
  await expect(dialog.getByLabel('Options', { exact: true })).toBeHidden()
  await expect(dialog.getByText('“gold,silver,bronze” is one value.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Split into gold · silver · bronze' }).click()
  await expect(dialog.getByText('is one value')).toBeHidden()
  await field(dialog, 'Field 4, options').click()
  await expect(dialog.getByLabel('Options', { exact: true })).toHaveValue(
    'gold, silver, bronze, none',
  )
  await dialog.getByRole('button', { name: 'Remove none' }).click()
  await expectClean(page, '[role=dialog]')
  await dialog.getByLabel('Options', { exact: true }).press('Enter')

  // A relation starts as many-to-one; its reverse field is named after the table.
  await expect(field(dialog, 'Field 5')).toBeFocused()
  await page.keyboard.type('referredBy:relation')
  await page.keyboard.press('Enter')
  await expect(
    dialog.getByText('Each row of customers points to one other row of customers'),
  ).toBeVisible()
  await expect(field(dialog, 'Field 6')).toBeFocused()
  await expect
    .poll(() => namesIn(dialog))
    .toEqual(['title', 'email', 'age', 'tier', 'referredBy', ''])
  await expectClean(page, '[role=dialog]')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect
    .poll(() => columnNames(page))
    .toEqual([
      ...['id', 'title', 'email', 'age', 'tier', 'referredBy', 'customers'],
      ...['createdOn', 'updatedOn'],
    ])
  await saveAll(page)
  const { columns, table } = await readTable(me, project.id, 'customers')
  expect(table?.columns.slice(0, 5).map(({ order }) => order)).toEqual([0, 0, 0, 0, 0])
  expect(columns).toMatchObject({
    title: { type: 'text', options: { isRequired: true } },
    email: { type: 'email', options: { isUnique: true } },
    tier: { options: { selectOptions: ['gold', 'silver', 'bronze'] } },
    referredBy: { options: { hasMultiple: false, hasMultipleBack: true, tableId: table?.id } },
  })

  // The sequence survives a reload; dragging and Alt with an arrow key write 1…n.
  await page.reload()
  const edit = await openTable(page, 'customers')
  await expect
    .poll(() => namesIn(edit))
    .toEqual(['title', 'email', 'age', 'tier', 'referredBy', 'customers', ''])
  await field(edit, 'Field 3').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(field(edit, 'Field 2')).toBeFocused()
  await expect(edit.getByRole('status').filter({ hasText: 'age moved' })).toHaveText(
    'age moved to position 2 of 6',
  )
  const [from, to] = [
    await edit.getByRole('button', { name: 'Move field 4', exact: true }).boundingBox(),
    await edit.getByRole('button', { name: 'Move field 1', exact: true }).boundingBox(),
  ]
  if (!from || !to) throw new Error('The handles are not in view')
  await page.mouse.move(from.x + 8, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + 8, to.y + 20)
  await page.mouse.move(to.x + 8, to.y + 2)
  await page.mouse.up()
  await expect
    .poll(() => namesIn(edit))
    .toEqual(['tier', 'title', 'age', 'email', 'referredBy', 'customers', ''])
  await field(edit, 'Field 7').fill('last')
  await edit.getByRole('button', { name: 'Remove field 3' }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await saveAll(page)
  const saved = await readTable(me, project.id, 'customers')
  expect(
    saved.table?.columns
      .toSorted((left, right) => left.order - right.order)
      .map(({ name, order }) => `${name} ${order}`),
  ).toEqual(['tier 1', 'title 2', 'email 3', 'referredBy 4', 'customers 5', 'last 6'])
})

test('a header line or a CSV file gives fields, and one preset all rules', async ({
  page,
  me,
  project,
}) => {
  await openData(page, project)
  await page.getByRole('button', { name: 'Create Table' }).click()
  const dialog = dialogOf(page, 'Create Table')
  await dialog.getByLabel('Name').fill('people')
  await field(dialog, 'Field 1').focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text', 'Full Name\tE-mail\tid')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  await expect(dialog.getByText('2 fields added')).toBeVisible()
  const file = dialog.locator('input[type=file]')
  const csv = 'fullName,price,paid,since\nAda,1.5,yes,2026-01-31\nBo,2,no,2026-02-01\n'
  await file.setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(dialog.getByText('3 fields added')).toBeVisible()
  await expect
    .poll(() => namesIn(dialog))
    .toEqual(['fullName', 'eMail', 'price', 'paid', 'since', ''])
  await choose(dialog, 'Display field', 'eMail')
  await choose(dialog, 'The same for all five', 'Staff only')
  await expectClean(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await saveAll(page)
  const { table, columns } = await readTable(me, project.id, 'people')
  expect(columns).toMatchObject({
    fullName: { type: 'text' },
    price: { type: 'number', options: { hasDecimal: true } },
    paid: { type: 'checkbox' },
    since: { type: 'date' },
  })
  expect(table).toMatchObject({
    displayField: columns.eMail?.id,
    rules: { list: '', view: '', create: '', update: '', delete: '' },
  })
  const edit = await openTable(page, 'people')
  await expect(edit.getByLabel('The same for all five')).toHaveText('Staff only')
  await edit.getByRole('button', { name: 'Each rule' }).click()
  await choose(edit, 'List rule: presets', 'Everyone')
  await expect(edit.getByLabel('The same for all five')).toHaveText('Different for each')
})

test('marks a name that Sync refuses, and unfolds the rules in view', async ({ page, project }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await openData(page, project)
  await page.getByRole('button', { name: 'Create Table' }).click()
  const dialog = dialogOf(page, 'Create Table')
  await dialog.getByLabel('Name').fill('people')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Full Name')
  const refused = dialog.getByText('"Full Name" is not a valid name. Start with a letter')
  await expect(refused).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(refused).toBeVisible()
  await expect(field(dialog, 'Field 1')).toHaveAttribute('aria-invalid', 'true')
  await field(dialog, 'Field 1').fill('fullName')
  await expect(refused).toBeHidden()
  await field(dialog, 'Field 2').focus()
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']) {
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  }
  // The header of the rows stays in view while they are scrolled.
  await expect(dialog.getByText('Required', { exact: true })).toBeInViewport()
  await dialog.getByRole('button', { name: 'Each rule' }).click()
  await expect(dialog.getByRole('combobox', { name: 'List rule: presets' })).toBeInViewport()
})
