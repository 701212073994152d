import { cloneWorkflows } from '../../workflows/definitions/clone-workflows.ts'
import { switchOffWorkflows } from '../../workflows/definitions/switch-off-workflows.ts'
import { cancelProjectRuns } from '../../workflows/runs/records/run-end-store.ts'
import type { Context } from './context.ts'

/** The workflows of a project, as the projects layer uses them. */
export const projectWorkflows: Context['projectWorkflows'] = {
  clone: cloneWorkflows,
  cancelRuns: cancelProjectRuns,
  switchOff: switchOffWorkflows,
}
