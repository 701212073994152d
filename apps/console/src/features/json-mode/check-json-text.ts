import { Configuration } from '@plinth/contract'
import { checkNames, parseConfiguration, type SchemaIssue } from '@plinth/schema'
import { scanJson, type TextSpan } from './scan-json.ts'

export interface TextIssue extends TextSpan {
  message: string
  /** A warning does not prevent applying the text to the draft, but Sync will refuse it. */
  severity: 'error' | 'warning'
}

const MAX_ISSUES = 100
const NOTHING = Configuration.parse({})

/** A path and its parents, longest first: a missing value is marked at the nearest parent in the text. */
function withParents(path: string): string[] {
  const parts = path.split('.')
  return [...parts.map((_, at) => parts.slice(0, parts.length - at).join('.')), '']
}

/** Marks only the first character of a whole object or array. */
function shorten({ from, to }: TextSpan, isExact: boolean): TextSpan {
  return isExact && to - from < 200 ? { from, to } : { from, to: Math.min(from + 1, to) }
}

/** zod reports an unknown key at its object; this is the path of the key itself. */
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

/** All errors and warnings of a JSON text, with their positions. */
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
