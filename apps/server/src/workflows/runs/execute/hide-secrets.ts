import type { HttpAnswer } from '@plinth/engine'

const SHORTEST = 6

/** Removes a secret from a response that echoes it, so that run results never contain it (R17). */
export function hideSecrets(
  answer: HttpAnswer,
  headers: readonly (readonly [string, string])[],
): HttpAnswer {
  const secrets = headers
    .flatMap(([, value]) => [value, ...value.split(' ')])
    .filter((text) => text.length >= SHORTEST)
  const hide = (text: string) =>
    secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '•••'), text)
  return {
    ...answer,
    headers: Object.fromEntries(
      Object.entries(answer.headers).map(([name, value]) => [name, hide(value)]),
    ),
    body: hide(answer.body),
  }
}
