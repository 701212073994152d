import { randomBytes } from 'node:crypto'
import { newMember } from '../../rows/notes-project.ts'
import { call } from '../../stack/call.ts'
import type { AttackCase } from '../setup/attack-case.ts'
import type { AttackSetup } from '../setup/attack-setup.ts'

const MAX_EVENTS = 4
const SECONDS = 60

/** Starts a run with an event every second. */
async function startTicking(at: { address: string; token: string }, projectId: string) {
  const base = `/api/project/${projectId}/workflow`
  const { body } = await call(at, { method: 'GET', path: `${base}/nodes` })
  const { nodeDefinitions } = body.data as { nodeDefinitions: Record<string, { name: string }[]> }
  const definition = Object.values(nodeDefinitions)
    .flat()
    .find(({ name }) => name === 'wait')
  const nodes = Array.from({ length: SECONDS }, (_, at) => ({
    id: `n${at}`,
    type: 'custom',
    position: { x: 0, y: 0 },
    data: { definition, label: `n${at}`, parameters: { amount: 1, unit: 'seconds' } },
  }))
  const edges = nodes.slice(1).map(({ id }, at) => ({
    id: `e${at}`,
    source: `n${at}`,
    target: id,
    sourceHandle: null,
    targetHandle: null,
  }))
  const name = randomBytes(6).toString('hex')
  const saved = await call(at, {
    method: 'POST',
    path: base,
    body: { name, nodes, connections: edges },
  })
  const { workflow } = saved.body.data as { workflow: { id: string } }
  const answer = await fetch(`${at.address}${base}/${workflow.id}/execute`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${at.token}`,
      'content-type': 'application/json',
      prefer: 'respond-async',
    },
    body: JSON.stringify({ nodes, edges }),
  })
  const { data } = (await answer.json()) as { data: { runId: string } }
  return data.runId
}

/** Removes the member with this token from the project and disables the account. */
async function shutOut({ address, admin }: AttackSetup, projectId: string, token: string) {
  const at = { address, token: admin }
  const me = await call({ address, token }, { method: 'GET', path: '/auth/devme' })
  const { id } = me.body.user as { id: string }
  const removed = await call(at, {
    method: 'DELETE',
    path: `/api/project/${projectId}/member/${id}`,
  })
  const disabled = await call(at, { method: 'POST', path: `/api/staff/${id}/disable`, body: {} })
  if (removed.status !== 200 || disabled.status !== 200)
    throw new Error(`the member was not shut out: ${removed.status} ${disabled.status}`)
}

export const streams: readonly AttackCase[] = [
  {
    name: 'finding 10: a stream goes on after its reader was removed and disabled',
    guard: 'rights of streams',
    async attempt(setup) {
      const { address, admin } = setup
      const { projectId } = setup.projects.sqlite3.own
      const token = await newMember({ address, token: admin }, { projectId, role: 'developer' })
      const runId = await startTicking({ address, token: admin }, projectId)
      const answer = await fetch(`${address}/api/project/${projectId}/run/${runId}/events`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
      const nextEvent = async (): Promise<boolean> => {
        for (;;) {
          const { done, value } = await reader.read()
          if (done) return false
          if (Buffer.from(value).toString().includes('data: ')) return true
        }
      }
      for (let event = 0; event < 3; event += 1) await nextEvent()
      await shutOut(setup, projectId, token)
      let seen = 0
      while (seen <= MAX_EVENTS && (await nextEvent())) seen += 1
      await reader.cancel()
      return { succeeded: seen > MAX_EVENTS, detail: `${seen} events after that` }
    },
  },
]
