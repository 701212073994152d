/** The role that may only read one environment's rows. */
export function readerOf(schema: string): string {
  return `${schema}_reader`
}
