import type { Json } from '../execution/execution.ts'
import { type Path, readPath } from './read-path.ts'
import { type Resolved, resolvePath } from './resolve-path.ts'
import type { Scope } from './scope.ts'

export interface PathChoice {
  /** Text to insert. */
  text: string
  label: string
  detail: string
}

export interface PathChoices {
  /** Number of characters before the caret that the choice replaces. */
  typed: number
  choices: readonly PathChoice[]
}

const ROOT_CHOICES: readonly PathChoice[] = [
  { text: '$in', label: '$in', detail: 'input of this node' },
  { text: '$node["', label: '$node["…"]', detail: 'output of an earlier node' },
  { text: '$trigger', label: '$trigger', detail: 'trigger data' },
  { text: '$const.', label: '$const', detail: 'constants' },
  { text: '$run', label: '$run', detail: 'current run' },
  { text: '$now', label: '$now', detail: 'current time' },
]

const ENDS_WITH_ROOT = /(?:^|[^\w$.\])])(\$[A-Za-z]*)$/
const ENDS_WITH_LABEL = /\$node\[\s*["']([^"']*)$/
const ENDS_WITH_NAME =
  /(\$[A-Za-z]+(?:\s*(?:\.\s*[\w$]+|\[\s*(?:\d+|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\]))*)\s*\.\s*([\w$]*)$/
const IS_NAME = /^[A-Za-z_$][\w$]*$/

function typeOf(value: Json): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `array of ${value.length}`
  return typeof value
}

function matching(choices: readonly PathChoice[], typed: string): PathChoices | undefined {
  const text = typed.toLowerCase()
  const found = choices.filter(({ label }) => label.toLowerCase().startsWith(text))
  return found.length === 0 ? undefined : { typed: typed.length, choices: found }
}

/** The value at a path that a node will produce by its settings. */
function expectedAt(scope: Scope, path: Path): Resolved | undefined {
  return scope.expected && resolvePath({ ...scope, ...scope.expected }, path)
}

function keysOf(scope: Scope, base: string): PathChoice[] {
  const path = readPath(base)
  if (!path) return []
  if (path.root === '$const' && path.steps.length === 0) {
    return scope.constants.map(({ key, secret, value }) => ({
      text: key,
      label: key,
      detail: secret ? 'secret' : value.slice(0, 30),
    }))
  }
  const resolved = resolvePath(scope, path)
  const known = resolved.kind === 'value' ? resolved : expectedAt(scope, path)
  if (known?.kind !== 'value') return []
  const { value } = known
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value)
    .filter(([key]) => IS_NAME.test(key))
    .map(([key, one]) => ({ text: key, label: key, detail: typeOf(one) }))
}

/** Completions for the expression text before the caret. */
export function completePath(scope: Scope, before: string): PathChoices | undefined {
  const label = ENDS_WITH_LABEL.exec(before)
  if (label) {
    const labels = scope.upstream.map((one) => ({
      text: `${one.replace(/["\\]/g, '\\$&')}"]`,
      label: one,
      detail: Object.hasOwn(scope.results, one) ? typeOf(scope.results[one] ?? null) : 'no run yet',
    }))
    return matching(labels, label[1] ?? '')
  }
  const name = ENDS_WITH_NAME.exec(before)
  if (name) return matching(keysOf(scope, name[1] ?? ''), name[2] ?? '')
  const root = ENDS_WITH_ROOT.exec(before)
  if (root) return matching(ROOT_CHOICES, root[1] ?? '')
  return before.trim() === '' ? { typed: 0, choices: ROOT_CHOICES } : undefined
}
