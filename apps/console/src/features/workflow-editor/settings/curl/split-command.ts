/** The words of a shell command, or why it cannot be read. */
type SplitCommand = { words: string[]; rest: string } | { problem: string }

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

/** A quoted part from `at`, which is after the opening quote; undefined if it is not closed. */
function readQuoted(text: string, at: number, quote: "'" | '"' | "$'") {
  const close = quote === '"' ? '"' : "'"
  let value = ''
  for (let i = at; i < text.length; i += 1) {
    const character = text[i] ?? ''
    if (character === close) return { value, end: i + 1 }
    const next = text[i + 1] ?? ''
    if (character !== '\\' || quote === "'") {
      value += character
    } else if (quote === '"') {
      if (next !== '\n') value += /["\\$`]/.test(next) ? next : `\\${next}`
      i += 1
    } else {
      const code = /^(?:x([\da-f]{1,2})|u([\da-f]{1,4}))/i.exec(text.slice(i + 1, i + 6))
      if (code) {
        value += String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? '0', 16))
        i += code[0].length
      } else {
        value += ESCAPES[next] ?? next
        i += 1
      }
    }
  }
  return undefined
}

/** Splits a command as a POSIX shell does; `rest` is what follows a pipe, a redirection or the next command. */
export function splitCommand(text: string): SplitCommand {
  const words: string[] = []
  let word: string | undefined
  let at = 0
  while (at < text.length) {
    const character = text[at] ?? ''
    const opening = text.startsWith("$'", at) ? "$'" : character
    if (opening === "'" || opening === '"' || opening === "$'") {
      const read = readQuoted(text, at + opening.length, opening)
      if (!read) return { problem: `The quote ${character} at character ${at + 1} is not closed.` }
      word = (word ?? '') + read.value
      at = read.end
    } else if (character === '\\') {
      const isLineEnd = /^\\\r?\n/.exec(text.slice(at, at + 3))
      if (!isLineEnd) word = (word ?? '') + (text[at + 1] ?? '')
      at += isLineEnd ? isLineEnd[0].length : 2
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word)
      word = undefined
      at += 1
    } else if (/[|;<>]/.test(character) || text.startsWith('&&', at)) {
      if (word !== undefined) words.push(word)
      return { words, rest: text.slice(at).trim() }
    } else {
      word = (word ?? '') + character
      at += 1
    }
  }
  if (word !== undefined) words.push(word)
  return { words, rest: '' }
}
