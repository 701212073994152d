import { Configuration } from '@plinth/contract'
import { checkNames, parseConfiguration, type SchemaIssue } from '@plinth/schema'
import { scanJson, type TextSpan } from './scan-json.ts'

export interface TextIssue extends TextSpan {
  message: string
  /** A warning does not keep the text from being applied; Sync will refuse it. */
  severity: 'error' | 'warning'
}

const MAX_ISSUES = 100
const NOTHING = Configuration.parse({})

/** A path and everything above it, longest first: what is missing is marked where it should be. */
function withParents(path: string): string[] {
  const parts = path.split('.')
  return [...parts.map((_, at) => parts.slice(0, parts.length - at).join('.')), '']
}

/** A whole table or list is marked by its first character only. */
function shorten({ from, to }: TextSpan, isExact: boolean): TextSpan {
  return isExact && to - from < 200 ? { from, to } : { from, to: Math.min(from + 1, to) }
}

/** An unknown key is told by its object; its own place says more. */
function pathOf({ path, message }: SchemaIssue): string {
  const key = message.match(/^Unrecognized key[^"]*"([^"]+)"/)?.[1]
  if (key === undefined) return path
  return path === '' ? key : `${path}.${key}`
}

function place(text: string, issues: readonly (SchemaIssue & Pick<TextIssue, 'severity'>)[]) {
  const first = issues.slice(0, MAX_ISSUES)
  const scan = scanJson(text, new Set(first.flatMap((issue) => withParents(pathOf(issue)))))
  if (!scan.ok) return []
  return first.map((issue): TextIssue => {
    const path = pathOf(issue)
    const known = withParents(path).find((each) => scan.spans.has(each)) ?? ''
    const span = scan.spans.get(known) ?? { from: 0, to: 0 }
    return { ...shorten(span, known === path), message: issue.message, severity: issue.severity }
  })
}

/** Everything that is wrong with the raw JSON, with its place in the text. */
export function checkJsonText(text: string): TextIssue[] {
  const scan = scanJson(text, new Set())
  if (!scan.ok) return [{ ...scan.issue, severity: 'error' }]
  const read = parseConfiguration({ text, before: NOTHING, newId: countUp() })
  if (!read.ok) {
    return place(
      text,
      read.issues.map((issue) => ({ ...issue, severity: 'error' as const })),
    )
  }
  // The names are checked as they stand in the text, before relations are repaired.
  const names = checkNames(Configuration.parse(JSON.parse(text)))
  return place(
    text,
    names.map((issue) => ({ ...issue, severity: 'warning' as const })),
  )
}

/** Ids for reverse fields that are made only to see whether the text can be read. */
function countUp(): () => string {
  let last = 0
  return () => {
    last += 1
    return `new-field-${last}`
  }
}
