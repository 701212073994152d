/** The byte range of a Range header; undefined for the whole file, null if unsatisfiable. */
export function readRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | undefined | null {
  const match = header === undefined ? null : /^bytes=(\d*)-(\d*)$/.exec(header)
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  const [first, last] = [match[1] ?? '', match[2] ?? '']
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? null : { start, end }
}
