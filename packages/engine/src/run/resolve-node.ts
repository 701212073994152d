import type { GraphNode } from '../graph/graph.ts'
import type { Json, JsonObject } from '../node/json.ts'
import { NodeFailure } from '../node/node-failure.ts'
import type { Ports } from '../node/ports.ts'
import type { Scope } from '../node/scope.ts'
import { scriptScope } from '../node/script-scope.ts'
import { codeIn, compileValue } from '../template/compile-parameter.ts'
import type { Code } from '../template/parse-template.ts'
import { resolveParameter } from '../template/resolve-parameter.ts'
import { compileNode } from './compile-node.ts'
import { labelledParameter } from './name-by-label.ts'

const EXPRESSIONS_LIMIT_MS = 1_000

/** Sends all code expressions of a node to the runner in one message. */
async function evaluate(
  code: readonly Code[],
  options: { scope: Scope; ports: Pick<Ports, 'script'> },
) {
  const values = new Map<Code, Json>()
  if (code.length === 0) return values
  const texts = code.map(({ text }) => text)
  const answer = await options.ports.script({
    code: { expressions: texts },
    scope: scriptScope(options.scope, texts.join('\n')),
    timeLimitMs: EXPRESSIONS_LIMIT_MS,
  })
  if (!Array.isArray(answer.value)) throw new NodeFailure('The expressions gave no values.')
  for (const [index, expression] of code.entries()) {
    const value = answer.value[index]
    if (value !== undefined) values.set(expression, value)
  }
  return values
}

/** Evaluates one text with expressions. */
export async function resolveText(
  text: string,
  options: { scope: Scope; ports: Pick<Ports, 'script'> },
): Promise<Json> {
  const compiled = compileValue(text)
  const evaluated = await evaluate(codeIn(compiled), options)
  return resolveParameter(compiled, { scope: options.scope, evaluated })
}

/** Evaluates all parameters of a node. */
export async function resolveNode(
  node: GraphNode,
  options: { scope: Scope; ports: Ports },
): Promise<JsonObject> {
  const compiled = compileNode(node)
  const code = [...compiled.values()].flatMap(codeIn)
  const evaluated = await evaluate(code, options)
  return Object.fromEntries(
    [...compiled].map(([name, parameter]) => {
      try {
        return [name, resolveParameter(parameter, { scope: options.scope, evaluated })]
      } catch (error) {
        if (!(error instanceof NodeFailure)) throw error
        const message = `${labelledParameter(node.kind, name)}: ${error.message}`
        throw new NodeFailure(message, { retry: error.retry })
      }
    }),
  )
}
