import type { ScriptScope } from './ports.ts'
import type { Scope } from './scope.ts'

/** The scope as it is sent to the runner; the nodes' results only if the code names them. */
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
