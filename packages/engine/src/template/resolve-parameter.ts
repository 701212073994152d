import type { Json } from '../node/json.ts'
import { badParameter } from '../node/node-failure.ts'
import type { Scope } from '../node/scope.ts'
import type { Compiled } from './compile-parameter.ts'
import type { Code, Expression } from './parse-template.ts'
import { readPath } from './read-path.ts'

function write(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Evaluates the expressions of a parameter; `evaluated` has the runner's results for its code. */
export function resolveParameter(
  compiled: Compiled,
  options: { scope: Scope; evaluated: ReadonlyMap<Code, Json> },
): Json {
  const read = (expression: Expression): Json => {
    if (expression.kind === 'code') {
      const value = options.evaluated.get(expression)
      if (value === undefined) throw badParameter(`{{ ${expression.text} }} has no value.`)
      return value
    }
    const resolved = readPath(expression, options.scope)
    if ('issue' in resolved) throw badParameter(resolved.issue)
    return resolved.value
  }
  switch (compiled.kind) {
    case 'value':
      return compiled.value
    case 'issue':
      throw badParameter(compiled.issue)
    case 'sole':
      return read(compiled.expression)
    case 'text':
      return compiled.template.parts
        .map((part) => (typeof part === 'string' ? part : write(read(part))))
        .join('')
    case 'list':
      return compiled.items.map((item) => resolveParameter(item, options))
    case 'object':
      return Object.fromEntries(
        compiled.entries.map(([key, entry]) => [key, resolveParameter(entry, options)]),
      )
  }
}
