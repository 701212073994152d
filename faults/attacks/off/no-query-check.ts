/** Takes the place of the check of queries: every query passes. */
export async function checkQuery(): Promise<undefined> {
  return undefined
}
