import {
  decideApproval,
  executeWorkflow,
  getApproval,
  getRun,
  listApprovals,
  type WorkflowNode,
} from '@plinth/contract'
import { eventually } from '../../../app/testing/eventually.ts'
import { join, newStaff, type Person } from '../../../app/testing/people.ts'
import { runnable, runPlace, wires } from '../../../app/testing/runnable.ts'

type Parameters = WorkflowNode['data']['parameters']
type Decision = 'approve' | 'reject'

/** Fixture: a project with an owner, two developers, and helpers that ask them for decisions. */
export async function approvalPlace() {
  const place = await runPlace()
  const { projectId, owner } = place
  const params = { projectId }
  const addMember = async () => {
    const member = await newStaff()
    await join(member, { projectId, role: 'developer' })
    return member
  }
  const [ada, bob] = [await addMember(), await addMember()]
  const nodesOf = (parameters: Parameters) => [
    runnable('start', 'trigger-manual'),
    runnable('ask', 'approval', { parameters: { title: 'Refund', ...parameters } }),
    ...['approved', 'rejected', 'expired'].map((id) => runnable(id, 'set')),
  ]
  const edges = wires(
    'start -> ask',
    'ask.approved -> approved',
    'ask.rejected -> rejected',
    'ask.expired -> expired',
  )
  const list = async (who: Person = owner, query: object = {}) =>
    who.client.call(listApprovals, { params, query })
  const get = async (approvalId: string, who: Person = owner) =>
    (await who.client.call(getApproval, { params: { projectId, approvalId } })).approval
  const decide = async (
    who: Person,
    approvalId: string,
    body: { decision?: Decision; values?: object; comment?: string } = {},
  ) =>
    (
      await who.client.call(decideApproval, {
        params: { projectId, approvalId },
        body: { decision: 'approve' as const, ...(body as object) },
      })
    ).approval
  const run = async (runId: string) =>
    (await owner.client.call(getRun, { params: { projectId, runId } })).run
  /** Starts a run and waits for its approval. */
  const ask = async (parameters: Parameters) => {
    const nodes = nodesOf(parameters)
    const { id: workflowId } = await place.save({ nodes, edges })
    const { data } = await owner.client.call(executeWorkflow, {
      params: { projectId, workflowId },
      body: { nodes, edges },
      headers: { Prefer: 'respond-async' },
    })
    const approval = await eventually(async () => {
      const { approvals } = await list()
      return approvals.find(({ runId }) => runId === data.runId)
    })
    return { runId: data.runId, id: approval.id }
  }
  /** Waits for the end of a run and returns the nodes after the approval that were executed, and its item. */
  const ended = async (runId: string) => {
    const found = await eventually(async () => {
      const read = await run(runId)
      return read.endedOn !== null && read
    })
    const labels = found.nodes.map(({ label }) => label)
    return {
      status: found.status,
      taken: labels.filter((label) => label !== 'start' && label !== 'ask'),
      item: found.result?.ask as Record<string, unknown> | undefined,
      error: found.error?.message,
    }
  }
  return { ...place, nodesOf, edges, ada, bob, addMember, list, get, decide, run, ask, ended }
}
