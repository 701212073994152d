import { Configuration, createRow, saveConfiguration, syncDatabase } from '@plinth/contract'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { see, visited } from '../harness/seen.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('uploads an image, stores it in a row, and its link opens', async ({ page, me, project }) => {
  const projectId = project.id
  const newConfiguration = Configuration.parse({
    database: 'sqlite3',
    tables: [
      { id: 'photos', name: 'photo', columns: [{ id: 'p_image', name: 'image', type: 'image' }] },
    ],
  })
  await me.client.call(saveConfiguration, { params: { projectId }, body: { newConfiguration } })
  await me.client.call(syncDatabase, { params: { projectId }, body: {} })
  await page.goto(`/uploadimage?projectId=${projectId}&tableName=photo&tableId=photos`)
  await visited(page, '/uploadimage')
  for (const words of ['Upload Image', 'Download Image']) {
    await see(page, words, { as: 'heading' })
  }
  const upload = page.locator('form').first()
  for (const words of ['Single', 'Multiple', 'Private', 'Public']) {
    await see(upload, words)
  }
  await expectClean(page)

  const file = { name: 'me.png', mimeType: 'image/png', buffer: PNG }
  await upload.getByLabel('Image', { exact: true }).setInputFiles(file)
  await upload.getByRole('button', { name: 'Upload' }).click()
  await see(page, 'Image uploaded successfully')
  const url = (await upload.getByRole('listitem').textContent()) ?? ''
  const fileKey = url.split('/files/')[1] ?? ''
  const image = { fileName: 'me.png', fileSize: PNG.length, fileType: 'image/png', fileKey, url }
  await me.client.call(createRow, {
    params: { table: 'photo' },
    query: { $projectId: projectId },
    body: { image },
  })

  const download = page.locator('form').nth(1)
  await download.getByLabel('Image URL').fill('https://elsewhere.example.com/a.png')
  await download.getByRole('button', { name: 'Download' }).click()
  await see(page, 'Error creating link')
  await download.getByLabel('Image URL').fill(url)
  const opened = page.waitForEvent('popup')
  await download.getByRole('button', { name: 'Download' }).click()
  await see(page, 'Image link created successfully')
  expect((await opened).url()).toContain('/files/')

  await page.goto('/uploadimage')
  await upload.getByLabel('Image', { exact: true }).setInputFiles(file)
  await upload.getByRole('button', { name: 'Upload' }).click()
  await see(page, 'Error uploading image')
})
