import { isObject, type Json, type JsonObject } from '../../node/json.ts'
import { done, type NodeRun } from '../../node/node-call.ts'
import { NodeFailure } from '../../node/node-failure.ts'
import { numberOf, requiredText, textOf } from '../../node/read-parameters.ts'
import { callApi } from '../parts/call-api.ts'
import { parseAnswer } from '../parts/parse-answer.ts'

function contentOf({ choices }: JsonObject): string {
  const [first] = Array.isArray(choices) ? choices : []
  const message = isObject(first) ? first.message : undefined
  const content = isObject(message) ? message.content : undefined
  if (typeof content !== 'string') throw new NodeFailure('The model returned no response.')
  return content
}

export const runChatgpt: NodeRun = async (call) => {
  const { parameters } = call
  const system = textOf(parameters, 'system')
  const asJson = parameters.format === 'json'
  const longest = numberOf(parameters, 'max_tokens', { min: 0, max: 1e6, otherwise: 0 })
  const answer = await callApi(call, {
    type: 'api-credential',
    token: 'apiKey',
    path: '/chat/completions',
    body: {
      model: requiredText(parameters, 'model'),
      messages: [
        ...(system === '' ? [] : [{ role: 'system', content: system }]),
        { role: 'user', content: requiredText(parameters, 'prompt') },
      ],
      temperature: numberOf(parameters, 'temperature', { min: 0, max: 2, otherwise: 1 }),
      ...(longest > 0 ? { max_tokens: longest } : {}),
      ...(asJson ? { response_format: { type: 'json_object' } } : {}),
    },
    timeLimitMs: 120_000,
  })
  const content = contentOf(answer)
  const value: Json = asJson ? parseAnswer(content) : content
  return done({ answer: value, model: answer.model ?? null, usage: answer.usage ?? null })
}
