import { done, type NodeRun } from '../../node/node-call.ts'
import { numberOf, requiredText } from '../../node/read-parameters.ts'
import { scriptScope } from '../../node/script-scope.ts'

export const runJavascript: NodeRun = async ({ parameters, scope, ports, log }) => {
  const script = requiredText(parameters, 'code')
  const answer = await ports.script({
    code: { script },
    scope: scriptScope(scope, script),
    timeLimitMs: 1000 * numberOf(parameters, 'time_limit', { min: 1, max: 60, otherwise: 10 }),
  })
  for (const line of answer.logs) log(line)
  return done(answer.value)
}
