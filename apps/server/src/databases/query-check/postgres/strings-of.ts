/** The texts of a list of String nodes; any other node becomes undefined. */
export function stringsOf(list: unknown): (string | undefined)[] {
  if (!Array.isArray(list)) return []
  return list.map((each: { String?: { sval?: string } }) =>
    each.String === undefined ? undefined : (each.String.sval ?? ''),
  )
}
