/** Only the beginning is read, because the header and some rows are enough. */
const READ_BYTES = 262_144

/** The first lines of a file; undefined if it cannot be read. */
export async function readStart(file: File): Promise<string | undefined> {
  const text = await file
    .slice(0, READ_BYTES)
    .text()
    .catch(() => undefined)
  // A line that was cut off could have wrong values.
  return text !== undefined && file.size > READ_BYTES ? text.slice(0, text.lastIndexOf('\n')) : text
}
