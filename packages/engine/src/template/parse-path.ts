/** The names that expressions can read, without `$`. */
export const ROOTS = ['in', 'node', 'trigger', 'const', 'run', 'now'] as const
type Root = (typeof ROOTS)[number]

/** Plain data access that needs no code execution. */
export interface Path {
  kind: 'path'
  root: Root
  steps: readonly (string | number)[]
  text: string
}

const ROOT = /^\$(in|node|trigger|const|run|now)(?![\w$])/
const STEP =
  /\.([A-Za-z_$][\w$]*)|\[(\d{1,9})\]|\[("(?:[^"\\]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*")\]|\['([^'\\]*)'\]/y

/** Parses `$in.a.b[0]` or `$node["X"].id`; returns undefined for anything else. */
export function parsePath(text: string): Path | undefined {
  const root = ROOT.exec(text)
  if (!root) return undefined
  const steps: (string | number)[] = []
  STEP.lastIndex = root[0].length
  while (STEP.lastIndex < text.length) {
    const [, name, index, double, single] = STEP.exec(text) ?? []
    if (name !== undefined) steps.push(name)
    else if (index !== undefined) steps.push(Number(index))
    else if (double !== undefined) steps.push(JSON.parse(double))
    else if (single !== undefined) steps.push(single)
    else return undefined
  }
  // The node must be a literal; `$node` alone is not data.
  if (root[1] === 'node' && typeof steps[0] !== 'string') return undefined
  return { kind: 'path', root: root[1] as Root, steps, text }
}
