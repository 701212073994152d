import { issueAt, type Span } from '../syntax/issue.ts'
import type { Modifier } from '../syntax/syntax.ts'
import { type CheckContext, reportIssue } from './check-context.ts'
import type { RequestGroup, RequestWord } from './checked.ts'
import type { Kind } from './kinds.ts'

type Shape = { readonly kind: Kind; readonly isList: boolean }

type Modified = {
  readonly plain: Shape
  readonly modifier: Modifier | undefined
  readonly span: Span
  readonly group?: RequestGroup | RequestWord
  readonly depth?: number
}

const DYNAMIC: ReadonlySet<Kind> = new Set(['json', 'any', 'input'])
const COUNTED: ReadonlySet<Kind> = new Set(['text', ...DYNAMIC])

type Change = {
  readonly where: string
  readonly apply: (modified: Modified) => Shape | undefined
}

const CHANGES: Readonly<Record<Modifier, Change>> = {
  isset: {
    where: 'a member of @request.auth, body, query, headers or old',
    apply: ({ depth = 0 }) => (depth > 0 ? { kind: 'bool', isList: false } : undefined),
  },
  changed: {
    where: 'a field of @request.body',
    apply: ({ group, depth }) =>
      group === 'body' && depth === 1 ? { kind: 'bool', isList: false } : undefined,
  },
  length: {
    where: 'a list, a text or json',
    apply: ({ plain }) =>
      plain.isList || COUNTED.has(plain.kind) ? { kind: 'number', isList: false } : undefined,
  },
  each: {
    where: 'a list or json',
    apply: ({ plain }) =>
      plain.isList || DYNAMIC.has(plain.kind) ? { kind: plain.kind, isList: true } : undefined,
  },
  lower: {
    where: 'a text',
    apply: ({ plain }) => (COUNTED.has(plain.kind) ? plain : undefined),
  },
}

/** The kind of a path after applying its modifier. */
export function applyModifier(context: CheckContext, modified: Modified): Shape | undefined {
  const { modifier, plain, span } = modified
  if (!modifier) return plain
  const change = CHANGES[modifier]
  return (
    change.apply(modified) ??
    reportIssue(context, issueAt(span, `:${modifier} stands on ${change.where}`))
  )
}
