import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/**
 * Runs in the page: the names of controls that cannot be scrolled to by hand and clicked. Controls of the grid and of the
 * canvas are left out, because those scroll their content themselves.
 */
function findUnreachable(root: string): string[] {
  const controls =
    'a[href],button,input,select,textarea,[role=switch],[role=tab],[role=combobox],[role=textbox]'
  const leftOut = '[role=grid],.react-flow,[data-toast],[aria-hidden=true]'
  const nameOf = (element: Element) =>
    `${element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''} <${element.localName}>`
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.classList.contains('sr-only')
  /** The part of an element that is inside the window and not cut off by an ancestor. */
  const visiblePart = (element: Element) => {
    const own = element.getBoundingClientRect()
    const part = { left: own.left, top: own.top, right: own.right, bottom: own.bottom }
    const cut = (by: { left: number; top: number; right: number; bottom: number }) => {
      part.left = Math.max(part.left, by.left)
      part.top = Math.max(part.top, by.top)
      part.right = Math.min(part.right, by.right)
      part.bottom = Math.min(part.bottom, by.bottom)
    }
    cut({ left: 0, top: 0, right: innerWidth, bottom: innerHeight })
    for (let up = element.parentElement; up; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up)
      if (overflowX !== 'visible' || overflowY !== 'visible') cut(up.getBoundingClientRect())
    }
    return part
  }
  /** A script can scroll what is hidden, a person cannot. */
  const undoHidden = (element: Element) => {
    for (let up = element.parentElement; up; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up)
      if (['hidden', 'clip'].includes(overflowX)) up.scrollLeft = 0
      if (['hidden', 'clip'].includes(overflowY)) up.scrollTop = 0
    }
  }
  const problems: string[] = []
  for (const element of document.querySelectorAll(`${root} :is(${controls})`)) {
    if (!isShown(element) || element.closest(leftOut)) continue
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    undoHidden(element)
    const { left, top, right, bottom } = visiblePart(element)
    // A long text may be cut off in its cell, as long as enough is left to press.
    if (right - left < 10 || bottom - top < 10) {
      problems.push(`${nameOf(element)} is cut off`)
      continue
    }
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isHit = hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element))
    if (!isHit) problems.push(`${nameOf(element)} is covered by ${hit && nameOf(hit)}`)
  }
  return problems
}

/** Asserts that every control can be reached, and that the page itself does not scroll sideways. */
export async function expectReachable(page: Page, where: string, root = 'body'): Promise<void> {
  const sideways = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const main = document.querySelector('main')
    return [scrollWidth - clientWidth, main ? main.scrollWidth - main.clientWidth : 0]
  })
  expect(sideways, `${where} scrolls sideways`).toEqual([0, 0])
  expect(await page.evaluate(findUnreachable, root), where).toEqual([])
}
