import { deployDatabase, type WorkflowNode } from '@plinth/contract'
import { addressOf, hookPlace } from '../../../app/testing/hook-place.ts'
import { join, newStaff, theAdmin } from '../../../app/testing/people.ts'
import { runnable, wires } from '../../../app/testing/runnable.ts'

type Parameters = WorkflowNode['data']['parameters']

/** Fixture: a deployed project with a developer, whose workflow asks for an approval in production. */
export async function productionApproval(
  parametersFor: (developer: { email: string }) => Parameters,
) {
  const fixture = await hookPlace()
  const { projectId, params } = fixture
  const [admin, developer] = [await theAdmin(), await newStaff()]
  await join(developer, { projectId, role: 'developer' })
  const parameters = { title: 'Refund', ...parametersFor(developer) }
  await fixture.create({
    name: 'Asks',
    nodes: [
      runnable('hook', 'trigger-webhook', { parameters: {} }),
      runnable('ask', 'approval', { parameters }),
    ],
    connections: wires('hook -> ask'),
    active: true,
  })
  await admin.client.call(deployDatabase, { params, body: {} })
  const live = (await fixture.list()).find(({ environment }) => environment.name === 'production')
  /** Starts a run and returns its id. */
  const start = async () => {
    const answer = await fetch(live ? addressOf(live) : '', { method: 'POST' })
    return ((await answer.json()) as { runId: string }).runId
  }
  return { ...fixture, developer, start }
}
