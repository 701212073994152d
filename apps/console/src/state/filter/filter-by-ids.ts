import { quoteText } from '../rules/quote-text.ts'

/** The filter for the rows with these ids. */
export function filterByIds(ids: readonly string[]): string {
  return `id in [${ids.map(quoteText).join(', ')}]`
}
