import { COLUMN_TYPES } from '@plinth/contract'
import { expect, test } from '../harness/fixtures.ts'
import { measured, see } from '../harness/seen.ts'
import {
  choose,
  createField,
  giveTables,
  openColumnMenu,
  openData,
  openNewField,
  readTable,
  saveAll,
} from './data-steps.ts'

test.beforeEach(async ({ me, project, page }) => {
  await giveTables(me, project.id, [{ id: 'o', name: 'orders' }])
  await openData(page, project)
})

test('a new field is an unnamed text field, and every type has Required and Hidden', async ({
  page,
}) => {
  const dialog = await openNewField(page)
  measured('field.new.name', await dialog.getByLabel('Name', { exact: true }).inputValue())
  measured('field.new.order', Number(await dialog.getByLabel('Order').inputValue()))
  measured(
    'field.new.type',
    await dialog.getByRole('combobox', { name: 'Type', exact: true }).innerText(),
  )
  for (const type of COLUMN_TYPES) {
    if (type !== 'text') await choose(dialog, 'Type', type)
    await see(dialog.getByRole('combobox', { name: 'Type', exact: true }), type)
    await see(dialog, 'Required', { as: 'switch' })
    await see(dialog, 'Hidden', { as: 'switch' })
  }
  measured('column.requiredEverywhere', true)
})

test('changing the type resets the options', async ({ page }) => {
  const dialog = await openNewField(page)
  await dialog.getByLabel('Maximum length').fill('12')
  await dialog.getByRole('switch', { name: 'Unique' }).click()
  await choose(dialog, 'Type', 'number')
  await choose(dialog, 'Type', 'text')
  await expect(dialog.getByLabel('Maximum length')).toHaveValue('255')
  await expect(dialog.getByRole('switch', { name: 'Unique' })).not.toBeChecked()
})

test('the options of a text field', async ({ page, me, project }) => {
  const dialog = await openNewField(page)
  await dialog.getByLabel('Name', { exact: true }).fill('code')
  await dialog.getByLabel('Order').fill('4')
  await dialog.getByLabel('Minimum length').fill('2')
  await dialog.getByLabel('Maximum length').fill('')
  await dialog.getByLabel('Pattern').fill('[a-z')
  await expect(dialog.getByText('Enter a valid regular expression.')).toBeVisible()
  await dialog.getByLabel('Pattern').fill('^[a-z]+$')
  await dialog.getByLabel('Default').fill('abc')
  for (const name of ['Unique', 'Rich text', 'Hashed', 'Required', 'Hidden']) {
    await dialog.getByRole('switch', { name }).click()
  }
  await dialog.getByRole('button', { name: 'Create' }).click()
  await saveAll(page)
  const { columns } = await readTable(me, project.id, 'orders')
  expect(columns.code).toMatchObject({
    order: 4,
    type: 'text',
    options: {
      min: 2,
      max: null,
      pattern: '^[a-z]+$',
      default: 'abc',
      isUnique: true,
      isRichText: true,
      isHashed: true,
      isRequired: true,
      isHidden: true,
    },
  })
})

test('numbers, dates, files and JSON keep the entered values', async ({ page, me, project }) => {
  const number = await openNewField(page)
  await number.getByLabel('Name', { exact: true }).fill('price')
  await choose(number, 'Type', 'number')
  await number.getByLabel('Minimum').fill('-1.5')
  await number.getByLabel('Default').fill('')
  await number.getByRole('switch', { name: 'Decimals' }).click()
  await number.getByRole('button', { name: 'Create' }).click()

  const date = await openNewField(page)
  await date.getByLabel('Name', { exact: true }).fill('due')
  await choose(date, 'Type', 'date')
  await date.getByLabel('Earliest').fill('2026-01-31T10:20:30')
  await date.getByRole('button', { name: 'Create' }).click()

  const image = await openNewField(page)
  await image.getByLabel('Name', { exact: true }).fill('photo')
  await choose(image, 'Type', 'image')
  await image.getByLabel('Maximum file size (MB)').fill('2')
  await image.getByLabel('File types').fill('image/png, image/webp')
  await image.getByRole('button', { name: 'Create' }).click()

  const json = await openNewField(page)
  await json.getByLabel('Name', { exact: true }).fill('extra')
  await choose(json, 'Type', 'json')
  await json.getByLabel('Nesting').fill('3')
  await json.getByRole('textbox', { name: 'Default' }).fill('{ "a": ')
  await json.getByRole('button', { name: 'Create' }).click()
  await expect(json.getByText('This is not valid JSON.').first()).toBeVisible()
  await json.getByRole('textbox', { name: 'Default' }).fill('[1, 2]')
  await json.getByRole('button', { name: 'Create' }).click()
  await expect(json).toBeHidden()
  await saveAll(page)
  const { columns } = await readTable(me, project.id, 'orders')
  expect(columns).toMatchObject({
    price: { options: { min: -1.5, max: null, default: null, hasDecimal: true } },
    due: { options: { min: '2026-01-31T10:20:30.000Z', max: null } },
    photo: { options: { maxFileSize: 2_097_152, fileTypes: ['image/png', 'image/webp'] } },
    extra: { options: { nesting: 3, default: [1, 2] } },
  })
})

test('select options are separated by a comma and a space and never empty', async ({
  page,
  me,
  project,
}) => {
  const dialog = await openNewField(page)
  await dialog.getByLabel('Name', { exact: true }).fill('status')
  await choose(dialog, 'Type', 'select')
  await dialog.getByLabel('Options').fill('draft, , done,, , 1,000, ')
  await dialog.getByLabel('Options').blur()
  await expect(dialog.getByLabel('Options')).toHaveValue('draft, done,, 1,000')
  await dialog.getByLabel('Options').fill('draft, done, 1,000')
  await choose(dialog, 'Default', 'done')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await saveAll(page)
  const { columns } = await readTable(me, project.id, 'orders')
  expect(columns.status?.options).toMatchObject({
    selectOptions: ['draft', 'done', '1,000'],
    default: 'done',
  })
  const menu = await openColumnMenu(page, 'status')
  await menu.getByRole('menuitem', { name: 'Edit' }).click()
  const written = await page.getByRole('dialog').getByLabel('Options').inputValue()
  measured('select.separator', written.slice('draft'.length, 'draft, '.length))
})

test('warns about a name that Sync would reject, but allows it', async ({ page }) => {
  const dialog = await openNewField(page)
  await dialog.getByLabel('Name', { exact: true }).fill('two words')
  await expect(dialog.getByText(/^Sync will refuse this/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('columnheader', { name: 'two words' })).toBeVisible()
  await createField(page, { name: '' })
  await expect(page.getByRole('columnheader', { name: 'Untitled field' })).toBeVisible()
})
