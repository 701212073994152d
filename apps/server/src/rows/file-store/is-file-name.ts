/** Control characters, line separators and bidirectional marks. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** Whether a name can be displayed and sent in a Content-Disposition unchanged. */
export function isFileName(text: string): boolean {
  return text.isWellFormed() && !UNSAFE.test(text)
}
