const ROOTS = ['$in', '$node', '$trigger', '$const', '$run', '$now'] as const
type Root = (typeof ROOTS)[number]

/** A plain path expression: a root and the steps from it. */
export interface Path {
  root: Root
  steps: readonly (string | number)[]
}

const START = /^\s*(\$[A-Za-z]+)/
const STEP =
  /^(?:\s*\.\s*([A-Za-z_$][\w$]*)|\s*\[\s*(\d+)\s*\]|\s*\[\s*("(?:[^"\\]|\\.)*")\s*\]|\s*\[\s*'((?:[^'\\]|\\.)*)'\s*\])/

function isRoot(name: string | undefined): name is Root {
  return ROOTS.some((root) => root === name)
}

function readQuoted(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return undefined
  }
}

/** Parses paths such as `$in.a.b[0]`; undefined for anything that needs evaluation. */
export function readPath(code: string): Path | undefined {
  const start = START.exec(code)
  const root = start?.[1]
  if (!start || !isRoot(root)) return undefined
  const steps: (string | number)[] = []
  let rest = code.slice(start[0].length)
  while (rest.trim() !== '') {
    const step = STEP.exec(rest)
    if (!step) return undefined
    const [whole, name, index, double, single] = step
    const next =
      name ??
      (index === undefined ? undefined : Number(index)) ??
      (double === undefined ? single?.replace(/\\(.)/g, '$1') : readQuoted(double))
    if (next === undefined) return undefined
    steps.push(next)
    rest = rest.slice(whole.length)
  }
  return { root, steps }
}
