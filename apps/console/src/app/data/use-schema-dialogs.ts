import { useCallback, useEffect, useReducer } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { useJsonMode } from '../../features/json-mode/use-json-mode.ts'
import type { PlanPlace } from '../../features/releases/plan-steps.tsx'
import { computedQueryIn } from '../../state/schema/computed-draft.ts'
import { CLOSED_SCHEMA_DIALOG, reduceSchemaDialog } from '../../state/schema/schema-dialog.ts'

/** The open dialog of the schema editor and the ways to open it. */
export function useSchemaDialogs(options: {
  json: ReturnType<typeof useJsonMode>
  select: (tableId: string) => void
}) {
  const { json, select } = options
  const [dialog, openDialog] = useReducer(reduceSchemaDialog, CLOSED_SCHEMA_DIALOG)
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const query = computedQueryIn(state)
  // The SQL tab leads here with a query. A reload or a step back must not open the dialog again.
  useEffect(() => {
    if (query === undefined) return
    openDialog({ event: 'createTable', start: { query } })
    navigate(pathname + search, { replace: true })
  }, [query, pathname, search, navigate])
  const close = useCallback(() => openDialog({ event: 'close' }), [])
  return {
    dialog,
    openDialog,
    close,
    showDiff: () => json.apply() && openDialog({ event: 'showDiff' }),
    /** Opens the table of a problem at its field, instead of the dialog that named it. */
    jump: (place: PlanPlace) => {
      close()
      json.turn(false)
      select(place.tableId)
      openDialog({ event: 'editTable', ...place })
    },
  }
}
