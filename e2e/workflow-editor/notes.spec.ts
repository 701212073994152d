import type { Locator, Page } from '@playwright/test'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import {
  canvasOf,
  drawNode,
  giveWorkflow,
  openEditor,
  readKinds,
  readWorkflow,
  saveWorkflow,
} from './workflow-steps.ts'

async function boxOf(found: Locator) {
  const box = await found.boundingBox()
  if (!box) throw new Error('Not in the page')
  return box
}

/** Chooses an entry of the open context menu. */
async function chooseEntry(page: Page, name: string) {
  await page.getByRole('menuitem', { name }).click()
  await expect(page.getByRole('menu')).toBeHidden()
}

test('notes are written, moved, saved, compared and deleted', async ({ page, project, me }) => {
  const kindOf = await readKinds(me, project.id)
  const nodes = [drawNode(kindOf('trigger-manual'), { label: 'Start', x: 40, y: 60 })]
  const id = await giveWorkflow(me, project.id, { name: 'Notes', nodes })
  await openEditor(page, project.id, id)
  const notes = async () => (await readWorkflow(me, project.id, id)).settings.notes
  const note = canvasOf(page).getByRole('group', { name: 'Note: Ask Ada first' })
  await canvasOf(page).click({ button: 'right', position: { x: 300, y: 300 } })
  await chooseEntry(page, 'Add a note')
  await expect(page.getByRole('textbox', { name: 'Text of the note' })).toBeFocused()
  await page.keyboard.type('Ask Ada first')
  await expectClean(page)
  await page.keyboard.press('Escape')
  await expect(note).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Workflow Settings' })).toBeVisible()
  await saveWorkflow(page)
  expect(await notes()).toMatchObject([{ text: 'Ask Ada first' }])

  await test.step('an empty note is removed when it is left', async () => {
    await page.keyboard.press('s')
    await expect(page.getByRole('textbox', { name: 'Text of the note' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(canvasOf(page).getByRole('group', { name: 'Note:' })).toHaveCount(1)
  })
  await test.step('survives a reload and is edited by F2', async () => {
    await page.reload()
    await note.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('F2')
    await page.keyboard.press('End')
    await page.keyboard.type(', then Bob')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Versions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Versions' })
    await expect(dialog.getByRole('textbox', { name: 'Current canvas' })).toContainText('then Bob')
    await page.keyboard.press('Escape')
  })
  await test.step('is moved by arrow keys and deleted', async () => {
    const before = await boxOf(note)
    await note.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await boxOf(note)).x).toBeGreaterThan(before.x)
    await page.keyboard.press('Shift+F10')
    await chooseEntry(page, 'Delete')
    await expect(note).toHaveCount(0)
    await saveWorkflow(page)
    expect(await notes()).toBeUndefined()
  })
})

test('notes show Markdown and have a size', async ({ page, project, me }) => {
  const kindOf = await readKinds(me, project.id)
  const text = [
    '# Refunds',
    'Ask **Ada** and *Bob*, see `refund`.',
    '',
    '- [the rules](https://docs.example.com/refunds)',
    '- [an old page](http://docs.example.com)',
    '- [a trap](javascript:alert(1)) <b>not bold</b>',
  ].join('\n')
  const notes = [{ id: 'note-1', text, position: { x: 40, y: 240 } }]
  const id = await giveWorkflow(me, project.id, {
    name: 'Notes',
    nodes: [drawNode(kindOf('trigger-manual'), { label: 'Start', x: 40, y: 60 })],
    settings: JSON.stringify({ notes }),
  })
  await openEditor(page, project.id, id)
  const note = canvasOf(page).getByRole('group', { name: /^Note: Refunds/ })
  const resizer = note.getByRole('button', { name: 'Size of the note' })
  const stored = async () => (await readWorkflow(me, project.id, id)).settings.notes?.[0]?.size

  await test.step('formats the text, links to https alone and shows HTML as text', async () => {
    await expect(note.getByText('Refunds', { exact: true })).toHaveCSS('font-weight', '600')
    await expect(note.locator('strong')).toHaveText('Ada')
    await expect(note.locator('em')).toHaveText('Bob')
    await expect(note.locator('code')).toHaveText('refund')
    await expect(note.getByRole('listitem')).toHaveCount(3)
    const link = note.getByRole('link')
    await expect(link).toHaveText(['the rules'])
    await expect(link).toHaveAttribute('href', 'https://docs.example.com/refunds')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(note.getByText('a trap <b>not bold</b>')).toBeVisible()
    // A note is no node: it has no problems, and the only node is the trigger.
    await expect(page.getByRole('button', { name: 'problem' })).toHaveCount(0)
  })

  await test.step('is resized by dragging its corner, in one step of undo', async () => {
    const before = await boxOf(note.locator('> div'))
    await note.hover()
    const { x, y, width, height } = await boxOf(resizer)
    const [left, top] = [x + width / 2, y + height / 2]
    await page.mouse.move(left, top)
    await page.mouse.down()
    await page.mouse.move(left + 60, top + 40, { steps: 4 })
    await page.mouse.move(left + 180, top + 90, { steps: 4 })
    await page.mouse.up()
    // 240 pixels and 180 at a zoom of 90 %.
    await expect.poll(async () => (await boxOf(note.locator('> div'))).width).toBeCloseTo(396, 0)
    await saveWorkflow(page)
    expect(await stored()).toMatchObject({ width: 440 })
    await page.keyboard.press('Control+z')
    await expect
      .poll(async () => (await boxOf(note.locator('> div'))).width)
      .toBeCloseTo(before.width, 0)
    await page.keyboard.press('Control+Shift+z')
  })

  await test.step('is resized by the arrow keys, from its menu', async () => {
    await page.reload()
    await note.focus()
    await page.keyboard.press('Shift+F10')
    await chooseEntry(page, 'Resize')
    await expect(resizer).toBeFocused()
    await expectClean(page)
    await page.keyboard.press('Shift+ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Shift+ArrowDown')
    await saveWorkflow(page)
    const size = await stored()
    expect(size?.width).toBe(380)
    await resizer.focus()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('Unsaved', { exact: true })).toBeVisible()
  })

  await test.step('its size is no difference between versions', async () => {
    await page.getByRole('button', { name: 'Versions' }).click()
    const dialog = page.getByRole('dialog', { name: 'Versions' })
    await expect(dialog.getByText('Only positions and sizes differ.')).toBeVisible()
    await page.keyboard.press('Escape')
  })
})
