import type { Json, JsonObject } from '../node/json.ts'
import type { Ports } from '../node/ports.ts'

/** Ends a node at the moment of its effect, which is not carried out. */
export class CapturedRequest extends Error {
  readonly request: JsonObject

  constructor(request: JsonObject) {
    super('test: request captured')
    this.request = request
  }
}

/** Fields that nodes require of a credential; no secret is opened for a test. */
const NO_SECRETS = {
  baseUrl: 'https://credential.invalid',
  from: 'credential@credential.invalid',
  headers: {},
}

/**
 * Ports without any effect: each throws what the node would have sent. A credential is replaced by an empty one, and is
 * compared by its type and name.
 */
export function capturePorts({
  script,
  credentialName,
}: {
  script: Ports['script']
  credentialName(id: string): string
}): Ports {
  let credential: string | undefined
  const capture = (port: string, call: Json): never => {
    throw new CapturedRequest({ ...(credential === undefined ? {} : { credential }), [port]: call })
  }
  return {
    script,
    async credential(id, type) {
      credential = `${type}: ${credentialName(id)}`
      return { data: NO_SECRETS, hosts: [] }
    },
    http: async ({ secret: _secret, timeLimitMs: _limit, ...call }) => capture('http', call),
    mail: async (mail) => capture('mail', { ...mail }),
    rows: async (call) => capture('rows', { ...call }),
    sql: async ({ on, ...call }) =>
      capture('sql', { on: on === 'project' ? on : on.kind, ...call }),
  }
}
