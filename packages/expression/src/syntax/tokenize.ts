import { type Issue, issueAt, type Span } from './issue.ts'
import { scanText } from './scan-text.ts'

export type TokenType =
  | 'number'
  | 'digits'
  | 'text'
  | 'name'
  | 'root'
  | 'operator'
  | 'and'
  | 'or'
  | 'not'
  | '('
  | ')'
  | '['
  | ']'
  | ','
  | '.'
  | ':'
  | 'comment'
  | 'unknown'

/** A token; `text` is the source text, `value` the decoded text literal. */
export type Token = Span & {
  readonly type: TokenType
  readonly text: string
  readonly value?: string
}

export type Tokens =
  | { readonly ok: true; readonly tokens: readonly Token[] }
  | { readonly ok: false; readonly tokens: readonly Token[]; readonly issues: readonly Issue[] }

const SPACE = /[ \t\r\n]+/y
const COMMENT = /\/\/[^\r\n]*/y
const NAME = /@?[A-Za-z_][A-Za-z0-9_]*/y
const NUMBER = /-?[0-9]+(?:\.[0-9]+)?/y
const DIGITS = /[0-9]+/y
const MISTAKE = /===?|!==|<>|=>|&(?!&)|\|(?!\|)|\+/y
const OPERATOR = /\?in(?![A-Za-z0-9_])|\??(?:!in(?![A-Za-z0-9_])|!=|!~|>=|<=|=|>|<|~)/y
const MARK = /&&|\|\||[!()[\],.:]/y
const MARK_TYPES = new Map<string, TokenType>([
  ['&&', 'and'],
  ['||', 'or'],
  ['!', 'not'],
])
const CORRECTIONS = new Map([
  ['==', '='],
  ['===', '='],
  ['!==', '!='],
  ['<>', '!='],
  ['=>', '>='],
  ['&', '&&'],
  ['|', '||'],
])
const OPERAND_ENDS = new Set<TokenType>(['number', 'digits', 'text', 'name', 'root', ')', ']'])

function take(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function typeName(word: string, previous: Token | undefined): TokenType {
  if (word.startsWith('@')) return 'root'
  // `in` is an operator only directly after an operand, so that a column can have that name.
  return word === 'in' && previous && OPERAND_ENDS.has(previous.type) ? 'operator' : 'name'
}

/** The unreadable part, up to `to`. */
type Unread = { readonly issue: Issue; readonly to: number }

function scan(text: string, at: number, previous: Token | undefined): Token | Unread {
  const make = (type: TokenType, piece: string): Token => ({
    type,
    text: piece,
    from: at,
    to: at + piece.length,
  })
  const comment = take(COMMENT, text, at)
  if (comment !== undefined) return make('comment', comment)
  const name = take(NAME, text, at)
  if (name !== undefined) return make(typeName(name, previous), name)
  if (text[at] === '"' || text[at] === "'") {
    const { to, value, issue } = scanText(text, at)
    if (issue) return { issue, to }
    return { ...make('text', text.slice(at, to)), value }
  }
  // After a dot, digits are json indexes: `meta.0.1` has two indexes and no decimal number.
  const isIndex = previous?.type === '.' && previous.to === at
  const digits = take(isIndex ? DIGITS : NUMBER, text, at)
  if (digits !== undefined) return make(isIndex ? 'digits' : 'number', digits)
  const mistake = take(MISTAKE, text, at)
  if (mistake !== undefined) {
    const span = { from: at, to: at + mistake.length }
    return { to: span.to, issue: issueAt(span, `Unexpected ${mistake}`, CORRECTIONS.get(mistake)) }
  }
  const operator = take(OPERATOR, text, at)
  if (operator !== undefined) return make('operator', operator)
  const mark = take(MARK, text, at)
  if (mark !== undefined) return make(MARK_TYPES.get(mark) ?? (mark as TokenType), mark)
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
  const to = at + character.length
  return {
    to,
    issue: issueAt({ from: at, to }, `Unexpected character ${JSON.stringify(character)}`),
  }
}

/** Tokenizes in linear time, including comments; unreadable parts become `unknown`. */
export function tokenize(text: string): Tokens {
  const tokens: Token[] = []
  const issues: Issue[] = []
  let previous: Token | undefined
  for (let at = 0; at < text.length; ) {
    at += take(SPACE, text, at)?.length ?? 0
    if (at >= text.length) break
    const found = scan(text, at, previous)
    let token: Token
    if ('issue' in found) {
      issues.push(found.issue)
      token = { type: 'unknown', text: text.slice(at, found.to), from: at, to: found.to }
    } else token = found
    tokens.push(token)
    if (token.type !== 'comment') previous = token
    at = token.to
  }
  return issues.length > 0 ? { ok: false, tokens, issues } : { ok: true, tokens }
}
