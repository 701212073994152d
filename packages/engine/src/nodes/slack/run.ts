import { done, type NodeRun } from '../../node/node-call.ts'
import { badParameter, NodeFailure } from '../../node/node-failure.ts'
import { requiredText, textOf } from '../../node/read-parameters.ts'
import { callApi } from '../parts/call-api.ts'

export const runSlack: NodeRun = async (call) => {
  const { parameters } = call
  const blocks = parameters.blocks ?? []
  if (!Array.isArray(blocks)) throw badParameter('"blocks" must be a list.')
  const text =
    blocks.length > 0 ? textOf(parameters, 'message') : requiredText(parameters, 'message')
  const answer = await callApi(call, {
    type: 'slack',
    token: 'token',
    path: '/chat.postMessage',
    body: {
      channel: requiredText(parameters, 'channel'),
      text,
      ...(blocks.length > 0 ? { blocks } : {}),
    },
    timeLimitMs: 15_000,
  })
  // Slack reports errors in the body with status 200.
  if (answer.ok !== true) {
    const why = String(answer.error ?? 'unknown')
    throw new NodeFailure(`Slack refused the message: ${why}`, { retry: why === 'ratelimited' })
  }
  return done({ channel: answer.channel ?? null, ts: answer.ts ?? null })
}
