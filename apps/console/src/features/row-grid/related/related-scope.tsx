import type { Configuration } from '@plinth/contract'
import { type ReactNode, useMemo } from 'react'
import { FileScope } from '../files/use-thumbnail.ts'
import type { RowScope } from '../rows/row-scope.ts'
import { createRelatedNames, hasDisplayValues, readNamesOf } from './related-names.ts'
import { NamesScope } from './relation-cell.tsx'

interface RelatedScopeProps {
  synced: Configuration
  scope: RowScope
  isNamed: boolean
  children: ReactNode
}

/** What the cells of a table read besides their rows: files and display values of related rows. */
export function RelatedScope({ synced, scope, isNamed, children }: RelatedScopeProps) {
  const { projectId, environment, table } = scope
  const names = useMemo(
    () => ({
      ...createRelatedNames(readNamesOf(synced, { projectId, environment, table })),
      isNamed: (tableId: string) => hasDisplayValues(synced, tableId),
    }),
    [synced, projectId, environment, table],
  )
  return (
    <FileScope value={scope}>
      <NamesScope value={isNamed ? names : undefined}>{children}</NamesScope>
    </FileScope>
  )
}
