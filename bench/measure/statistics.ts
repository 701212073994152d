/** The value below which this share of the numbers lies. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const found = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
  if (found === undefined) throw new Error('no numbers')
  return found
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5)
}

export function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

export function round(number: number, digits = 2): number {
  return Number(number.toFixed(digits))
}

/** Median, minimum and maximum of a series of ratios. */
export function spread(numbers: readonly number[]): { median: number; low: number; high: number } {
  return {
    median: round(median(numbers)),
    low: round(Math.min(...numbers)),
    high: round(Math.max(...numbers)),
  }
}
