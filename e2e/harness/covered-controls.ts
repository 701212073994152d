import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/**
 * Runs in the page: the names of the controls that a click on the shown toast would hit if it were not there. It gives
 * the toast two seconds to move away; all in the page, because a toast lasts for five.
 */
async function coveredByToast(): Promise<string[]> {
  const controls = 'a,button,input,select,[role=switch],[role=tab],[role=combobox],[role=option]'
  const find = () => {
    const card = document.querySelector<HTMLElement>('[data-toast=open]')
    if (!card) return ['there is no toast']
    const { left, top, right, bottom } = card.getBoundingClientRect()
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return ['the edge']
    const names = new Set<string>()
    const region = card.parentElement as HTMLElement
    region.style.visibility = 'hidden'
    for (let x = left; x <= right; x += 6)
      for (let y = top; y <= bottom; y += 6) {
        const control = document.elementFromPoint(x, y)?.closest(controls)
        if (control) names.add(control.getAttribute('aria-label') ?? control.textContent ?? '?')
      }
    region.style.visibility = ''
    return [...names]
  }
  let found = find()
  for (let turn = 0; turn < 20 && found.length > 0; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const next = find()
    if (next[0] === 'there is no toast') break
    found = next
  }
  return found
}

/** Asserts that the shown toast is inside the page and above no control. */
export async function expectNothingCovered(page: Page, where: string): Promise<void> {
  expect(await page.evaluate(coveredByToast), where).toEqual([])
}
