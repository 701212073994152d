const UNITS = ['bytes', 'KB', 'MB', 'GB']
const STEP = 1024

/** A byte count in a suitable unit. */
export function printSize(bytes: number): string {
  let size = bytes
  let unit = 0
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP
    unit += 1
  }
  return `${Number(size.toFixed(size < 10 && unit > 0 ? 1 : 0))} ${UNITS[unit]}`
}
