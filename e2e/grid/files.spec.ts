import type { Page } from '@playwright/test'
import { pngFile } from '../../apps/server/src/rows/files/testing/png-file.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { dialogOf } from '../schema-editor/data-steps.ts'
import { cellAt, giveRows, giveStoredTables, openGrid, readRows } from './grid-steps.ts'

const tables = [
  {
    id: 't1',
    name: 'album',
    order: 0,
    columns: [
      { id: 'title', name: 'title', order: 0, type: 'text' as const },
      {
        id: 'cover',
        name: 'cover',
        order: 1,
        type: 'image' as const,
        options: { maxFileSize: 200_000 },
      },
      {
        id: 'papers',
        name: 'papers',
        order: 2,
        type: 'file' as const,
        options: { hasMultiple: true, isProtected: true, fileTypes: ['image/*', '.txt'] },
      },
    ],
  },
]

/** A generated photo with colour gradients. */
function photo(name: string, [red, green, blue]: readonly [number, number, number]) {
  const [width, height] = [640, 400]
  const pixels = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * (width * 3 + 1) + 1 + x * 3
      const light = 0.4 + (0.6 * (x + y)) / (width + height)
      pixels.set([red * light, green * light, blue * light], at)
    }
  }
  return { name, mimeType: 'image/png', buffer: pngFile({ width, height, pixels }) }
}

const sea = photo('sea.png', [40, 140, 220])
const wood = photo('wood.png', [60, 170, 80])
const brick = photo('brick.png', [210, 90, 60])
const note = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Remember the milk') }

/** Dispatches the drag and drop events of a dropped file. */
async function dropOn(page: Page, target: string, file: typeof sea) {
  const data = await page.evaluateHandle(
    ({ bytes, name, type }) => {
      const transfer = new DataTransfer()
      const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([content], name, { type }))
      return transfer
    },
    { bytes: file.buffer.toString('base64'), name: file.name, type: file.mimeType },
  )
  await page.dispatchEvent(target, 'dragover', { dataTransfer: data })
  await page.dispatchEvent(target, 'drop', { dataTransfer: data })
}

const cover = '[data-row="0"] [role=gridcell][id$="-cover"]'

test('images are added by file dialog and drop, staged until saved, and shown as thumbnails', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(150_000)
  await giveStoredTables(me, project.id, tables)
  const target = { projectId: project.id, table: 'album' }
  await giveRows(me, target, [{ title: 'Summer' }])
  await openGrid(page, project, 'album')
  await expect(cellAt(page, 1, 'title')).toHaveText('Summer')

  await cellAt(page, 1, 'cover').click()
  const dialog = dialogOf(page, 'cover')
  await expect(dialog).toContainText(
    'Images · up to 195 KB each · one file · open to anyone with the link',
  )
  await expectClean(page)
  const input = dialog.getByLabel('Files for cover')
  const huge = { ...sea, name: 'huge.png', buffer: Buffer.alloc(300_000) }
  await input.setInputFiles(huge)
  await expect(dialog).toContainText('File is 293 KB; this field accepts at most 195 KB')
  await input.setInputFiles(note)
  await expect(dialog).toContainText('Must be an image such as PNG or JPEG')
  await input.setInputFiles(sea)
  await expect(dialog).toContainText('1 of 1 uploaded')
  await expect(dialog).not.toContainText('huge.png')
  await dialog.getByRole('button', { name: 'Done' }).click()

  await expect(page.getByRole('button', { name: 'Save Changes (1)' })).toBeVisible()
  await expect(cellAt(page, 1, 'cover')).toContainText('"fileName": "sea.png"')
  // No URL serves the file before its row is saved, so the preview is a local blob.
  await expect(cellAt(page, 1, 'cover').locator('img')).toHaveAttribute('src', /^blob:/)
  await page.getByRole('button', { name: 'Cancel Changes' }).click()
  await expect(cellAt(page, 1, 'cover')).toHaveText('')

  await dropOn(page, cover, wood)
  await expect(dialog).toContainText('1 of 1 uploaded')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  const [row] = await readRows(me, target)
  expect(row).toMatchObject({ cover: { fileName: 'wood.png', fileSize: wood.buffer.length } })

  await page.reload()
  // The spec requires pretty-printed JSON as the cell's text, with the thumbnail beside it.
  await expect(cellAt(page, 1, 'cover').locator('img')).toHaveAttribute('src', /_small\.webp$/, {
    timeout: 20_000,
  })
  expect((await cellAt(page, 1, 'cover').innerText()).replaceAll('\u00a0', ' ')).toMatch(
    /^\{\s*\n\s*"fileName": "wood.png",\n[\s\S]*\n\}$/,
  )
  await expectClean(page)
  await page.screenshot({ path: 'test-results/files-cell.png' })

  await page.keyboard.press('Escape')
  await cellAt(page, 1, 'title').click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Delete')
  await expect(cellAt(page, 1, 'cover')).toHaveText('')
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  await expect(page.getByText('Changes saved').last()).toBeVisible()
  await expect.poll(async () => (await readRows(me, target))[0]?.cover).toBeNull()
})

test('several protected files: progress, cancel, retry, preview, download, replace, remove', async ({
  page,
  project,
  me,
}) => {
  test.setTimeout(150_000)
  await giveStoredTables(me, project.id, tables)
  const target = { projectId: project.id, table: 'album' }
  await giveRows(me, target, [{ title: 'Summer' }])
  await openGrid(page, project, 'album')
  await expect(cellAt(page, 1, 'title')).toHaveText('Summer')
  await cellAt(page, 1, 'papers').click()
  const dialog = dialogOf(page, 'papers')
  await expect(dialog).toContainText('several files · open only to people who can see the row')

  let isHeld = true
  await page.route('**/files/**', (route) =>
    route.request().method() === 'PUT' && isHeld ? undefined : route.continue(),
  )
  await dialog.getByLabel('Files for papers').setInputFiles([sea, wood, note])
  await expect(dialog.getByRole('progressbar')).toHaveCount(3)
  await expect(dialog).toContainText('0 of 3 uploaded')
  await expectClean(page)
  for (const { name } of [sea, wood, note]) {
    await dialog.getByRole('button', { name: `Cancel upload of ${name}` }).click()
  }
  await expect(dialog.getByText('Cancelled')).toHaveCount(3)
  isHeld = false
  for (const { name } of [sea, wood]) {
    await dialog.getByRole('button', { name: `Retry ${name}` }).click()
  }
  await expect(dialog).toContainText('2 of 3 uploaded')
  await dialog.getByRole('button', { name: 'Remove note.txt' }).click()
  await dialog.getByLabel('Files for papers').setInputFiles(note)
  await expect(dialog).toContainText('3 of 3 uploaded')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  expect((await readRows(me, target))[0]?.papers).toMatchObject([
    { fileName: 'sea.png' },
    { fileName: 'wood.png' },
    { fileName: 'note.txt' },
  ])

  await page.reload()
  await expect(cellAt(page, 1, 'papers').locator('img')).toHaveCount(2, { timeout: 20_000 })
  await cellAt(page, 1, 'papers').click()
  await expect(dialog.locator('img')).toHaveCount(2)
  await page.screenshot({ path: 'test-results/files-dialog.png' })

  await dialog.getByRole('button', { name: 'Preview sea.png' }).press('Enter')
  await expect(dialog.getByRole('img', { name: 'sea.png' })).toHaveJSProperty('naturalWidth', 640)
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('img', { name: 'wood.png' })).toHaveJSProperty('naturalWidth', 640)
  await expectClean(page)
  await page.screenshot({ path: 'test-results/files-preview.png' })
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Preview sea.png' })).toBeVisible()

  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download note.txt' }).click()
  expect((await saved).suggestedFilename()).toBe('note.txt')

  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Replace sea.png' }).click()
  await (await chooser).setFiles(brick)
  await expect(dialog).toContainText('1 of 1 uploaded')
  await dialog.getByRole('button', { name: 'Remove wood.png' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Save Changes (1)' }).click()
  await expect
    .poll(async () => (await readRows(me, target))[0]?.papers)
    .toMatchObject([{ fileName: 'brick.png' }, { fileName: 'note.txt' }])
})
