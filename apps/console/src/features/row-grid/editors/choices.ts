export function toggleChoice(chosen: readonly string[], one: string): string[] {
  return chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]
}

/** The cell value with one more choice; a field with one value takes it instead of its own. */
export function addChoice(
  chosen: readonly string[],
  one: string,
  hasMultiple: boolean,
): { value: string | string[] } {
  if (!hasMultiple) return { value: one }
  return { value: chosen.includes(one) ? [...chosen] : [...chosen, one] }
}
