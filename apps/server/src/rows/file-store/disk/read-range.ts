/** The byte range of a Range header; undefined for the whole file, null if unsatisfiable. */
export function readRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | undefined | null {
  const found = header === undefined ? null : /^bytes=(\d*)-(\d*)$/.exec(header)
  if (!found || (found[1] === '' && found[2] === '')) return undefined
  const [first, last] = [found[1] ?? '', found[2] ?? '']
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? null : { start, end }
}
