import type { WorkflowNode } from '@plinth/contract'
import type { PropertyProps } from '../property/property.ts'

/** Props of a form that edits a parameter by the project's schema. */
export interface FormProps extends PropertyProps {
  node: WorkflowNode
}
