/** A text as a literal of the expression language, which has JSON's escapes but rejects NUL and lone surrogates. */
export function quoteText(text: string): string {
  return JSON.stringify(text.replaceAll('\0', '').toWellFormed())
}
