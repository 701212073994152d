import type { ScriptScope } from './ports.ts'
import type { Scope } from './scope.ts'

/** Serialises the scope for the runner; includes node results only if the code refers to them. */
export function scriptScope(scope: Scope, code: string): ScriptScope {
  return {
    in: scope.in,
    trigger: scope.trigger,
    run: scope.run,
    now: scope.now,
    const: Object.fromEntries(scope.constants),
    node: code.includes('$node') ? scope.nodes() : {},
  }
}
