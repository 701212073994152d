import { ApiError } from '@plinth/client'
import { type Column, type ImportIssue, importRows, MAX_IMPORTED_ROWS } from '@plinth/contract'
import { useEffect, useRef, useState } from 'react'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import type { RowScope } from '../rows/row-scope.ts'
import { importStrings as strings } from '../strings/import-strings.ts'
import { type Mapping, matchColumns } from './convert-rows.ts'
import { type FileSummary, type ImportWorker, openImportWorker } from './open-import-worker.ts'

export interface RejectedRows {
  refused: number
  issues: readonly ImportIssue[]
}

export type ImportStep =
  | { name: 'choose'; problem?: string }
  | { name: 'reading' }
  | { name: 'map' }
  | { name: 'working'; isDry: boolean; share: number }
  | ({ name: 'refused' } & RejectedRows)
  | { name: 'ready' }

/** The rows that the server rejected; undefined for any other error. */
function readRejectedRows(error: unknown): RejectedRows | undefined {
  if (!(error instanceof ApiError) || error.code !== 'invalid') return undefined
  const issues = (Array.isArray(error.details) ? error.details : []) as ImportIssue[]
  return { refused: new Set(issues.map(({ line }) => line)).size, issues }
}

interface Importing {
  scope: RowScope
  fields: readonly Column[]
  onImported: () => void
}

/** The steps of an import: read the file, map the columns, check the rows, import them. */
export function useImport({ scope, fields, onImported }: Importing) {
  const worker = useRef<ImportWorker>(undefined)
  const running = useRef<AbortController>(undefined)
  const [step, setStep] = useState<ImportStep>({ name: 'choose' })
  const [file, setFile] = useState<FileSummary>()
  const [mapping, setMapping] = useState<Mapping>([])
  useEffect(
    () => () => {
      running.current?.abort()
      worker.current?.close()
    },
    [],
  )
  const choose = async (chosen: Blob) => {
    setStep({ name: 'reading' })
    worker.current ??= openImportWorker()
    try {
      const summary = await worker.current.read(chosen)
      if (summary.count > MAX_IMPORTED_ROWS) throw new Error('many')
      setFile(summary)
      setMapping(matchColumns(summary.columns, fields))
      setStep({ name: 'map' })
    } catch (error) {
      const reason = error instanceof Error ? error.message : ''
      const problem = strings.unreadable[reason] ?? strings.unreadable.unreadable ?? ''
      setStep({ name: 'choose', problem })
    }
  }
  const send = (lines: Blob, { isDry, signal }: { isDry: boolean; signal: AbortSignal }) =>
    client.call(importRows, {
      params: { table: scope.table },
      query: {
        $projectId: scope.projectId,
        $environment: scope.environment,
        dryRun: isDry ? 'true' : 'false',
      },
      lines,
      signal,
      onSent: (share) => setStep({ name: 'working', isDry, share }),
    })
  const fail = (error: unknown) => {
    const refusals = readRejectedRows(error)
    if (refusals) return setStep({ name: 'refused', ...refusals })
    setStep({ name: 'map' })
    if (running.current?.signal.aborted) return showToast({ title: strings.cancelled })
    logFailure('Importing rows', error)
    const description = error instanceof Error ? error.message : ''
    showToast({ title: strings.failed, description, variant: 'destructive' })
  }
  const go = async (isDry: boolean) => {
    if (!worker.current) return
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setStep({ name: 'working', isDry, share: 0 })
    try {
      const { lines, ...refusals } = await worker.current.convert({ mapping, fields })
      signal.throwIfAborted()
      if (refusals.refused > 0) return setStep({ name: 'refused', ...refusals })
      const answer = await send(lines, { isDry, signal })
      if (answer.refused > 0) setStep({ name: 'refused', ...answer })
      else if (isDry) setStep({ name: 'ready' })
      else {
        showToast({ title: strings.done(answer.imported) })
        onImported()
      }
    } catch (error) {
      fail(error)
    }
  }
  return {
    ...{ step, file, mapping, setMapping, choose },
    check: () => void go(true),
    run: () => void go(false),
    back: () => setStep({ name: 'map' }),
    restart: () => setStep({ name: 'choose' }),
    stop: () => running.current?.abort(),
  }
}

export type ImportState = ReturnType<typeof useImport>
