/** Replaces the query check: every query passes. */
export async function checkQuery(): Promise<undefined> {
  return undefined
}
