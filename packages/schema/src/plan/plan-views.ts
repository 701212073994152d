import type { OperationKind } from './operation.ts'
import { addStep, type Planning } from './planning.ts'

/** Operations that can affect a view. */
const MOVES: ReadonlySet<OperationKind> = new Set([
  'renameTable',
  'trashTable',
  'renameColumn',
  'rewriteColumn',
  'trashColumn',
] as const)

/** Plans Computed tables; recreates all of them if one changes or anything they may use does. */
export function planViews(planning: Planning): void {
  const { current, target, steps } = planning
  const isMoved = steps.some((step) => MOVES.has(step.operation.kind))
  const differs = (tableId: string) => {
    const [was, wanted] = [current.views.get(tableId), target.views.get(tableId)]
    return was?.name !== wanted?.name || was?.query !== wanted?.query
  }
  const ids = new Set([...current.views.keys(), ...target.views.keys()])
  if (!isMoved && ![...ids].some(differs)) return
  for (const tableId of ids) {
    const [was, wanted] = [current.views.get(tableId), target.views.get(tableId)]
    if (was) {
      const end = wanted ? 'Take the Computed table' : 'Remove the Computed table'
      addStep(planning, {
        id: `dropView:${tableId}`,
        class: 'safe',
        words: `${end} "${was.name}"${wanted ? ' down while the tables change' : ''}.`,
        inverse: `Create the Computed table "${was.name}" again.`,
        tableId,
        operation: { kind: 'dropView', tableId, from: was.name },
      })
    }
    if (wanted) {
      addStep(planning, {
        id: `createView:${tableId}`,
        class: 'safe',
        words: `${was ? 'Create' : 'Add'} the Computed table "${wanted.name}"${was ? ' again' : ''}.`,
        inverse: was
          ? `Create the Computed table "${was.name}" as it was.`
          : `Remove the Computed table "${wanted.name}".`,
        tableId,
        operation: { kind: 'createView', tableId, to: wanted.name, query: wanted.query },
      })
    }
  }
}
