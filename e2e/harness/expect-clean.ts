import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Judges what is on screen now, or a part of it; in the dark only what the dark changes, its colours. */
export async function expectClean(page: Page, part = 'html'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    // Half-changed colours would be judged as if they stayed; a cursor blinks for ever.
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every((running) => running.effect?.getComputedTiming().iterations === Infinity),
    )
    // The legacy mode differs only in pages with foreign frames, and needs no second page.
    const axe = new AxeBuilder({ page }).include(part).setLegacyMode()
    const asked = colorScheme === 'light' ? axe.withTags(TAGS) : axe.withRules(['color-contrast'])
    const { violations } = await asked.analyze()
    const found = violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    }))
    expect(found, colorScheme).toEqual([])
  }
}
