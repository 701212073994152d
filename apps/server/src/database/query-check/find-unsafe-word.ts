/** Names that reach outside the project's own tables; functions in a view run with the reader's rights. */
const OUTSIDE =
  /^(pg_|_plinth_|lo_|dblink|sqlite_|pragma_|information_schema$|load_extension$|readfile$|writefile$|edit$|fts3_tokenizer$|set_config$|current_setting$)|_to_xml/i
const VERBS = /^\s*(select|with|values)\b/i
const WRITES =
  /^(insert|update|delete|merge|create|alter|drop|truncate|grant|revoke|copy|call|do|set|attach|detach|vacuum|reindex|into)$/i

/** Cuts texts and comments out, so that words can be looked at; undefined if one has no end. */
function strip(query: string): string | undefined {
  let rest = query
  let kept = ''
  const opening = /'|"|--|\/\*|\$[A-Za-z_0-9]*\$/
  for (let found = opening.exec(rest); found; found = opening.exec(rest)) {
    const [mark] = found
    kept += rest.slice(0, found.index)
    const body = rest.slice(found.index + mark.length)
    const closing = mark === '--' ? '\n' : mark === '/*' ? '*/' : mark
    const end = body.indexOf(closing)
    if (end < 0 && mark !== '--') return undefined
    if (mark === '"') kept += ` ${body.slice(0, end)} `
    else kept += ' '
    rest = end < 0 ? '' : body.slice(end + closing.length)
  }
  return kept + rest
}

/** Why a query cannot be a Computed table, or nothing; the database's own checks follow. */
export function findUnsafeWord(query: string): string | undefined {
  const words = strip(query)
  if (words === undefined) return 'a quoted text or comment has no end.'
  if (!VERBS.test(words)) return 'it must begin with SELECT, WITH or VALUES.'
  if (words.includes(';')) return 'it must be one statement, without a semicolon.'
  if (words.includes('\0') || words.includes('\\')) return 'it has a character that is not allowed.'
  for (const [word] of words.matchAll(/[A-Za-z_][A-Za-z0-9_$]*/g)) {
    if (OUTSIDE.test(word)) return `"${word}" is not allowed.`
    if (WRITES.test(word)) return `it may only read ("${word}").`
  }
  return undefined
}
