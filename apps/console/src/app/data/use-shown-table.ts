import type { Configuration, EnvironmentName, ProjectData } from '@plinth/contract'
import { findTable, sortTables } from '@plinth/schema'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import {
  FIELD_PARAMETER,
  ROW_PARAMETER,
  TABLE_PARAMETER,
  tablePlace,
  VIEW_PARAMETER,
} from '../../state/places.ts'
import { useVisit } from '../../state/recents.ts'
import { schemaStrings } from '../../state/schema/schema-strings.ts'

/** Of this browser tab; environments share it, because a table has the same id in both. */
const keyOf = (projectId: string) => `table ${projectId}`

const PARAMETERS = [TABLE_PARAMETER, FIELD_PARAMETER, ROW_PARAMETER, VIEW_PARAMETER]

interface ShownTable {
  project: ProjectData
  environment: EnvironmentName
  configuration: Configuration
  /** Called when the address names a table; must show the rows instead of JSON. */
  onArrive: () => void
}

/** The table of the address until another one is selected; without either the one shown last, or the first one. */
export function useShownTable({ project, environment, configuration, onArrive }: ShownTable) {
  const { key } = useLocation()
  const [params, setParams] = useSearchParams()
  const [chosen, choose] = useState(() => sessionStorage.getItem(keyOf(project.id)) ?? '')
  const [isDiagram, setDiagram] = useState(false)
  const named = params.get(TABLE_PARAMETER)
  const arrive = useEffectEvent(() => {
    setDiagram(false)
    onArrive()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same table may be named again
  useEffect(() => {
    if (named !== null) arrive()
  }, [named, key])
  const select = useCallback(
    (tableId: string) => {
      choose(tableId)
      if (named === null) return
      const rest = new URLSearchParams(params)
      for (const name of PARAMETERS) rest.delete(name)
      setParams(rest, { replace: true })
    },
    [named, params, setParams],
  )
  const sorted = useMemo(() => sortTables(configuration.tables), [configuration.tables])
  const table = findTable(configuration, named ?? chosen) ?? sorted[0]
  const tableId = table?.id
  useEffect(() => {
    if (tableId !== undefined) sessionStorage.setItem(keyOf(project.id), tableId)
  }, [project.id, tableId])
  useVisit(
    table && {
      kind: 'table',
      to: tablePlace({ projectId: project.id, environment, tableId: table.id }),
      label: table.name || schemaStrings.untitledTable,
      project: project.name,
    },
  )
  return { table, select, isDiagram, setDiagram }
}
