import { type Expression, parse, print } from '@plinth/expression'

/** The filter for rows that match both texts; a text that is empty or does not parse is left out. */
export function joinFilters(...texts: readonly string[]): string {
  const items = texts.flatMap((text): readonly Expression[] => {
    const parsed = parse(text)
    if (!parsed.ok || !parsed.expression) return []
    return parsed.expression.type === 'and' ? parsed.expression.items : [parsed.expression]
  })
  const [first] = items
  if (!first) return ''
  return print(items.length === 1 ? first : { type: 'and', items, from: 0, to: 0 })
}
