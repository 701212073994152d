/** Whether a file matches types such as `image/*`, `image/png` or `.png`; an empty list accepts everything. */
export function acceptsFileType(
  types: readonly string[],
  file: { fileType: string; fileName: string },
): boolean {
  const type = file.fileType.toLowerCase()
  const name = file.fileName.toLowerCase()
  const isTaken = (each: string) => {
    const wanted = each.toLowerCase()
    if (wanted.endsWith('/*')) return type.startsWith(wanted.slice(0, -1))
    return wanted.includes('/') ? type === wanted : name.endsWith(`.${wanted.replace(/^\./, '')}`)
  }
  return types.length === 0 || types.some(isTaken)
}
