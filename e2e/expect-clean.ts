import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Judges what is on screen now, in both themes. */
export async function expectClean(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    // Half-changed colours would be judged as if they stayed; a cursor blinks for ever.
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every((running) => running.effect?.getComputedTiming().iterations === Infinity),
    )
    const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
    const found = violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    }))
    expect(found, colorScheme).toEqual([])
  }
}
