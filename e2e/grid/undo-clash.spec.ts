import type { Page } from '@playwright/test'
import { expect, test } from '../harness/fixtures.ts'
import { cellAt, selectCell, typeInto } from './grid-steps.ts'
import { openLiveRows, saveButton } from './live-steps.ts'

async function decide(page: Page, side: 'Keep mine' | 'Take theirs') {
  await selectCell(page, 1, 'f1')
  await page.getByRole('button', { name: side }).click()
}

test('undo after a decision never stores an older value over that of another user', async ({
  page,
  project,
  me,
}) => {
  const other = await openLiveRows({ page, project, me }, [{ f0: 'a', f1: 'old' }])
  const cell = cellAt(page, 1, 'f1')
  await typeInto(page, cell, 'mine')
  await other.change(1, { f1: 'theirs' })
  await expect(cell).toHaveAttribute('data-clash')
  await decide(page, 'Take theirs')
  await expect(cell).toHaveText('theirs')

  await page.keyboard.press('Control+z')
  await expect(cell).toHaveText('mine')
  await expect(cell).toHaveAttribute('data-clash')
  await saveButton(page, 1).click()
  await expect(page.getByText('Nothing saved, 1 in conflict')).toBeVisible()
  expect(await other.read()).toMatchObject([{ f1: 'theirs' }])

  await decide(page, 'Keep mine')
  await expect(cell).not.toHaveAttribute('data-clash')
  await page.keyboard.press('Control+z')
  await expect(cell).toHaveText('theirs')
  await expect(saveButton(page, 1)).toBeHidden()

  await page.keyboard.press('Control+Shift+z')
  await expect(cell).toHaveText('mine')
  await expect(cell).toHaveAttribute('data-clash')
})
