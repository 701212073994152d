import { Columns3, Database, Play, Rows3, Settings, Table2, Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RecentKind } from '../../state/recents.ts'

export const PLACE_ICONS: Readonly<Record<RecentKind, ReactNode>> = {
  project: <Database />,
  table: <Table2 />,
  field: <Columns3 />,
  row: <Rows3 />,
  workflow: <Workflow />,
  run: <Play />,
  section: <Settings />,
}
