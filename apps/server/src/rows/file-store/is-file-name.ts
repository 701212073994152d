/** Control characters, line separators, and marks that change the direction of what follows. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** Whether a name can be shown and sent in a Content-Disposition as it is. */
export function isFileName(text: string): boolean {
  return text.isWellFormed() && !UNSAFE.test(text)
}
