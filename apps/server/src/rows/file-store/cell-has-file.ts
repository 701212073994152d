/** Whether a file cell references this file. */
export function cellHasFile(cell: unknown, key: string): boolean {
  const files = Array.isArray(cell) ? cell : [cell]
  return files.some(
    (file) =>
      typeof file === 'object' && file !== null && 'fileKey' in file && file.fileKey === key,
  )
}
