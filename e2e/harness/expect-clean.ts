import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Axe for a page, which reports violations only: describing every element that passed takes half of its time. Legacy
 * mode differs only for cross-origin frames, and needs no second page.
 */
export function axeFor(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
}

/** Runs axe on the page or a part of it; in the dark theme it checks only colours. */
export async function expectClean(page: Page, part = 'html'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    // Waits for finite animations, because axe would report intermediate colours; the blinking cursor never ends.
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every((running) => running.effect?.getComputedTiming().iterations === Infinity),
    )
    const axe = axeFor(page).include(part)
    const asked = colorScheme === 'light' ? axe.withTags(TAGS) : axe.withRules(['color-contrast'])
    const { violations } = await asked.analyze()
    const found = violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    }))
    expect(found, colorScheme).toEqual([])
  }
}
