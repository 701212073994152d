/** A duration in a suitable unit. */
export function printDuration(ms: number): string {
  if (ms > 0 && ms < 10 && !Number.isInteger(ms)) return `${ms.toFixed(1)} ms`
  const whole = Math.max(0, Math.round(ms))
  if (whole < 1_000) return `${whole} ms`
  if (whole < 60_000) return `${(whole / 1_000).toFixed(whole < 10_000 ? 1 : 0)} s`
  const minutes = Math.floor(whole / 60_000)
  if (minutes < 60) return `${minutes} min ${Math.floor((whole % 60_000) / 1_000)} s`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours} h ${minutes % 60} min`
  return `${Math.floor(hours / 24)} d ${hours % 24} h`
}
