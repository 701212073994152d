import { Configuration } from '@plinth/contract'
import { checkNames, parseConfiguration, type SchemaIssue } from '@plinth/schema'
import { type Node, parseTree } from 'jsonc-parser'
import { findSyntaxError, type TextSpan } from './find-syntax-error.ts'

export interface TextIssue extends TextSpan {
  message: string
  /** A warning does not prevent applying the text to the draft, but Sync will refuse it. */
  severity: 'error' | 'warning'
}

const MAX_ISSUES = 100
const NOTHING = Configuration.parse({})

/** Marks only the first character of a whole object or array. */
function shorten({ from, to }: TextSpan, isExact: boolean): TextSpan {
  return isExact && to - from < 200 ? { from, to } : { from, to: Math.min(from + 1, to) }
}

/** zod reports an unknown key at its object; this is the path of the key itself. */
function pathOf({ path, message }: SchemaIssue): string[] {
  const key = message.match(/^Unrecognized key[^"]*"([^"]+)"/)?.[1]
  return [...(path === '' ? [] : path.split('.')), ...(key === undefined ? [] : [key])]
}

function childAt(node: Node, key: string): Node | undefined {
  if (node.type === 'array') return node.children?.[Number(key)]
  // Of duplicate keys, JSON.parse takes the last one.
  return node.children?.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1]
}

/** Where an issue is in the text: a missing value is marked at its nearest parent. */
function placeAt(root: Node | undefined, path: readonly string[]): TextSpan {
  let node = root
  let isExact = true
  for (const key of path) {
    const child = node && childAt(node, key)
    isExact = child !== undefined
    if (!isExact) break
    node = child
  }
  const { offset, length } = node ?? { offset: 0, length: 0 }
  return shorten({ from: offset, to: offset + length }, isExact)
}

function place(text: string, issues: readonly (SchemaIssue & Pick<TextIssue, 'severity'>)[]) {
  if (issues.length === 0) return []
  const root = parseTree(text)
  return issues.slice(0, MAX_ISSUES).map((issue): TextIssue => {
    const { message, severity } = issue
    return { ...placeAt(root, pathOf(issue)), message, severity }
  })
}

/** All errors and warnings of a JSON text, with their positions. */
export function checkJsonText(text: string): TextIssue[] {
  const syntaxError = findSyntaxError(text)
  if (syntaxError) return [{ ...syntaxError, severity: 'error' }]
  const read = parseConfiguration({ text, before: NOTHING, newId: countUp() })
  if (!read.ok) {
    return place(
      text,
      read.issues.map((issue) => ({ ...issue, severity: 'error' as const })),
    )
  }
  // Names are checked as written, before relations are repaired.
  const names = checkNames(Configuration.parse(JSON.parse(text)))
  return place(
    text,
    names.map((issue) => ({ ...issue, severity: 'warning' as const })),
  )
}

/** Throwaway ids for reverse fields that are created only for this check. */
function countUp(): () => string {
  let last = 0
  return () => {
    last += 1
    return `new-field-${last}`
  }
}
