import type { Locator, Page } from '@playwright/test'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { cellAt, selectCell, typeInto } from './grid-steps.ts'
import { openLiveRows } from './live-steps.ts'

const ROWS = Array.from({ length: 60 }, (_, at) => ({ f0: `name ${at}` }))
/** Wider than a note, and with more lines. */
const LONG = `${'wordwithoutanyspace'.repeat(6)}${'\nline'.repeat(20)}`

const scrollerOf = (page: Page) => page.locator('[data-scroller]').first()

/** Whether all of an element is in the visible part of the rows. */
async function expectInView(page: Page, element: Locator) {
  const frame = await scrollerOf(page).boundingBox()
  const box = await element.boundingBox()
  if (!frame || !box) throw new Error('The rows or the element are not shown')
  expect(box.y).toBeGreaterThanOrEqual(frame.y)
  expect(box.x).toBeGreaterThanOrEqual(frame.x)
  expect(box.x + box.width).toBeLessThanOrEqual(frame.x + frame.width)
  expect(box.y + box.height).toBeLessThanOrEqual(frame.y + frame.height)
}

/** The number of the last row that is wholly in view, from 1. */
async function lastRow(page: Page): Promise<number> {
  const frame = await scrollerOf(page).boundingBox()
  const rows = page.locator('[data-row]')
  const boxes = await rows.evaluateAll((all) =>
    all.map((row) => ({
      at: Number(row.getAttribute('data-row')) + 1,
      bottom: row.getBoundingClientRect().bottom,
    })),
  )
  const bottom = (frame?.y ?? 0) + (frame?.height ?? 0)
  return Math.max(...boxes.filter((row) => row.bottom <= bottom).map(({ at }) => at))
}

test('the note of a conflict is in view at the last row and the last column', async ({
  page,
  project,
  me,
}) => {
  const other = await openLiveRows({ page, project, me }, ROWS)
  const note = page.getByRole('group', { name: /^Conflict in/ })

  const last = await lastRow(page)
  await typeInto(page, cellAt(page, last, 'f1'), 'mine')
  await other.change(last, { f1: LONG })
  await expect(cellAt(page, last, 'f1')).toHaveAttribute('data-clash')
  await selectCell(page, last, 'f1')
  await expect(note).toBeVisible()
  await expectInView(page, note)
  await expectClean(page)
  await page.screenshot({ path: 'test-results/note-last-row.png' })
  await note.getByRole('button', { name: 'Keep mine' }).click()
  await expect(note).toBeHidden()

  // The column that the right edge cuts: a click scrolls it to that edge.
  await typeInto(page, cellAt(page, 2, 'f5'), 'mine')
  await other.change(2, { f5: 'theirs, with some more words that take the width of the note' })
  await expect(cellAt(page, 2, 'f5')).toHaveAttribute('data-clash')
  await selectCell(page, 2, 'f5')
  await expect(note).toBeVisible()
  await expectInView(page, note)
  await page.screenshot({ path: 'test-results/note-last-column.png' })
  await note.getByRole('button', { name: 'Take theirs' }).click()
  await expect(cellAt(page, 2, 'f5')).toHaveText(/^theirs/)
})

test('a long value is wrapped and scrolls in the note and in the panel', async ({
  page,
  project,
  me,
}) => {
  const other = await openLiveRows({ page, project, me }, ROWS.slice(0, 3))
  await typeInto(page, cellAt(page, 1, 'f1'), 'mine')
  await other.change(1, { f1: LONG })
  await expect(cellAt(page, 1, 'f1')).toHaveAttribute('data-clash')
  await selectCell(page, 1, 'f1')
  await page.keyboard.press('Space')
  const notes = page.getByRole('group', { name: 'Conflict in f1' })
  await expect(notes).toHaveCount(2)
  for (const note of await notes.all()) {
    const text = note.locator('> div')
    const size = await text.evaluate((box) => ({
      isTooWide: box.scrollWidth > box.clientWidth,
      isScrolled: box.scrollHeight > box.clientHeight,
    }))
    expect(size).toEqual({ isTooWide: false, isScrolled: true })
    expect((await note.boundingBox())?.height).toBeLessThan(200)
  }
  await page.screenshot({ path: 'test-results/note-long.png' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: 'test-results/note-long-dark.png' })
  await expectClean(page)
})

test('the hint of an open editor is whole and in view, also in the first row', async ({
  page,
  project,
  me,
}) => {
  const other = await openLiveRows({ page, project, me }, ROWS.slice(0, 3))
  const hint = page.getByRole('status').filter({ hasText: 'Changed by another user' })
  await cellAt(page, 1, 'f1').click()
  await page.keyboard.type('mine')
  await other.change(1, { f1: 'several words '.repeat(12) })
  await expect(hint).toBeVisible()
  await expectInView(page, hint)
  expect((await hint.boundingBox())?.height).toBeGreaterThan(36)
  await page.screenshot({ path: 'test-results/hint-first-row.png' })
  await page.keyboard.press('Escape')

  const deleted = page.getByText('Another user deleted this row. What you enter becomes a new row.')
  await cellAt(page, 1, 'f1').click()
  await page.keyboard.type('mine')
  await other.remove(1)
  await expect(deleted).toBeVisible()
  await expectInView(page, deleted)
  const isCut = await deleted.evaluate((text) => text.scrollWidth > text.clientWidth)
  expect(isCut).toBe(false)
  await page.screenshot({ path: 'test-results/hint-deleted.png' })
})
