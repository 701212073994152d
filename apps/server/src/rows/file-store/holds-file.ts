/** Whether a cell of files has this one. */
export function holdsFile(cell: unknown, key: string): boolean {
  const files = Array.isArray(cell) ? cell : [cell]
  return files.some(
    (file) =>
      typeof file === 'object' && file !== null && 'fileKey' in file && file.fileKey === key,
  )
}
