import { newId } from '../../foundation/platform/new-id.ts'
import type { Promotion } from '../../projects/environments/promotion.ts'
import {
  forgetStagedWorkflows,
  listCredentialsByName,
  listStagedWorkflows,
  readNamedUses,
  type StagedWorkflow,
} from './staged-workflow-store.ts'
import { removeDeletedTests } from './tests-store.ts'
import { withoutPins } from './without-pins.ts'
import { addWorkflow, saveWorkflow } from './workflow-store.ts'
import { readStoredCanvas, toWorkflowText, type WorkflowText } from './workflow-text.ts'

/** Replaces dev's credential ids by production's; a credential that production lacks is left out. */
function inProduction(
  staged: StagedWorkflow,
  idOf: (type: string, name: string) => string,
): WorkflowText {
  const uses = readNamedUses(staged.credentials)
  const canvas = readStoredCanvas(staged)
  const nodes = withoutPins(canvas.nodes).map((node) => {
    const found = uses.flatMap(([nodeId, parameter, type, name]) => {
      const id = nodeId === node.id ? idOf(type, name) : ''
      return id ? [[parameter, id] as const] : []
    })
    return { ...node, data: { ...node.data, credentials: Object.fromEntries(found) } }
  })
  return toWorkflowText({ ...canvas, nodes }, staged)
}

/** Makes production's workflows equal to dev's at the time the deploy was confirmed. */
export const promoteWorkflows: Promotion = {
  name: 'workflows',
  async promote(transaction, { id: releaseId, environmentId, by }) {
    const staged = await listStagedWorkflows(transaction, { releaseId, environmentId })
    const credentials = await listCredentialsByName(transaction, environmentId)
    const ids = new Map(credentials.map(({ id, type, name }) => [`${type}/${name}`, id]))
    const idOf = (type: string, name: string) => ids.get(`${type}/${name}`) ?? ''
    for (const one of staged) {
      const text = inProduction(one, idOf)
      const saved = { text, by, releaseId, tests: one.tests }
      if (one.currentId) {
        await saveWorkflow(transaction, { id: one.currentId, ...saved })
        await removeDeletedTests(transaction, one.currentId)
      } else await addWorkflow(transaction, { id: newId('wfl'), environmentId, ...saved })
    }
    return staged.map(({ name }) => name)
  },
  forget: forgetStagedWorkflows,
}
