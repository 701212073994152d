import type { Json, JsonObject } from '../node/json.ts'
import { NodeFailure } from '../node/node-failure.ts'
import type { Outcome } from '../node/outcome.ts'
import type { HttpCall, Mail, Ports, SqlAnswer, SqlCall } from '../node/ports.ts'
import type { Scope } from '../node/scope.ts'
import { runNode } from '../run/run-node.ts'
import { node } from './graphs.ts'

export interface FakeServices {
  calls: HttpCall[]
  mails: Mail[]
  statements: SqlCall[]
  found: SqlAnswer
  credentials: Record<string, { type: string; data: JsonObject; hosts: string[] }>
  answer: { status: number; headers: Record<string, string>; body: string }
}

/** Fake ports that record every call. */
export function fakeServices(options: Partial<FakeServices> = {}): FakeServices {
  return {
    calls: [],
    mails: [],
    statements: [],
    found: { rows: [], affected: 0 },
    credentials: {},
    answer: { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' },
    ...options,
  }
}

function portsOf(services: FakeServices): Ports {
  const closed = () => Promise.reject(new NodeFailure('not in this services'))
  return {
    credential: async (id, type) => {
      const found = services.credentials[id]
      if (found?.type !== type) throw new NodeFailure('no such credential', { retry: false })
      return found
    },
    http: async (call) => {
      services.calls.push(call)
      return services.answer
    },
    mail: async (mail) => {
      services.mails.push(mail)
      return { accepted: [mail.to], rejected: [] }
    },
    script: closed,
    rows: closed,
    sql: async (call) => {
      services.statements.push(call)
      return services.found
    },
  }
}

/** Executes one node with parameters and input against fake services. */
export function runAlone(
  kind: string,
  parameters: JsonObject,
  options: { input?: Json; credentials?: Record<string, string>; services?: FakeServices } = {},
): Promise<Outcome> {
  const scope: Scope = {
    in: options.input ?? null,
    trigger: null,
    run: { id: 'run_1' },
    now: '2026-01-02T03:04:05.000Z',
    constants: new Map(),
    node: () => undefined,
    nodes: () => ({}),
  }
  const of = node('n', kind, { parameters, credentials: options.credentials ?? {} })
  const ports = portsOf(options.services ?? fakeServices())
  return runNode(of, { scope, key: 'run_1:n', ports, log: () => undefined })
}
