const LONGEST = 64

/** The most similar candidate; undefined if none is similar enough. */
export function findClosest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined
  const allowed = name.length <= 3 ? 1 : name.length <= 6 ? 2 : 3
  let best: { readonly candidate: string; readonly distance: number } | undefined
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > allowed || candidate.length > LONGEST) continue
    const distance = measureDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance <= allowed && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
      best = { candidate, distance }
  }
  return best?.candidate
}

/** Damerau–Levenshtein distance: swapping two neighbours counts as one edit. */
function measureDistance(a: string, b: string): number {
  let before: readonly number[] = []
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const line = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const left = (line[j - 1] ?? 0) + 1
      const above = (last[j] ?? 0) + 1
      const across = (last[j - 1] ?? 0) + cost
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      line.push(Math.min(left, above, across, isSwap ? (before[j - 2] ?? 0) + 1 : across))
    }
    before = last
    last = line
  }
  return last[b.length] ?? 0
}
