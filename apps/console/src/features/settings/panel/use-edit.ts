import { ApiError } from '@plinth/client'
import type { FieldIssue } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { logFailure } from '../../../api/log-failure.ts'
import { readStale } from '../../../api/read-stale.ts'
import { formatIssue } from './format-issue.ts'
import { settingsStrings as strings } from './strings.ts'

type Attempt<V> = { act: 'save'; values: V } | { act: 'remove' }

/** The version that another user saved. */
export interface Stale {
  revision: number
  theirs: unknown
  act: 'save' | 'remove'
}

interface EditOptions<V extends FieldValues> {
  /** Name of the action, for the log. */
  what: string
  form: UseFormReturn<V>
  /** Labels of the form's fields, by their name in the API. */
  labels: Partial<Record<Path<V>, string>>
  /** The field of the form for a path of the API, if their names differ. */
  fieldOf?: (path: string) => Path<V> | undefined
  /** Focuses a field with a problem; for forms whose fields may be hidden. */
  focus?: (field: Path<V>) => void
  /** The revision that was opened; undefined for a new item. */
  revision?: number
  /** A form that stays open returns the saved item, with the revision for the next save. */
  save: (values: V, basedOn: { ifMatch?: number }) => Promise<unknown>
  remove?: (basedOn: { ifMatch?: number }) => Promise<unknown>
  onDone: () => void
}

function formatProblem(error: Error): string {
  if (!(error instanceof ApiError)) return strings.unreachable
  return error.code === 'not_found' ? strings.removed : error.message
}

/** Shows validation errors at their fields; returns false if none matches a field. */
function showAtFields<V extends FieldValues>(
  error: Error,
  { form, labels, fieldOf, focus = form.setFocus }: EditOptions<V>,
): boolean {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return false
  const found = (error.details as FieldIssue[]).flatMap(({ path, message }) => {
    const field = fieldOf ? fieldOf(path) : (path as Path<V>)
    return field !== undefined && field in labels ? [{ field, message }] : []
  })
  for (const { field, message } of found) {
    form.setError(field, { message: formatIssue(labels[field] ?? '', message) })
  }
  const first = found[0]
  if (first) focus(first.field)
  return first !== undefined
}

/**
 * Saves or deletes the item of a form. Errors are shown in the form; a newer revision is reported
 * as stale.
 */
export function useEdit<V extends FieldValues>(options: EditOptions<V>) {
  const { form, what, onDone } = options
  const [revision, setRevision] = useState(options.revision)
  const [stale, setStale] = useState<Stale>()
  const [problem, setProblem] = useState<string>()
  const mutation = useMutation({
    mutationFn: ({ attempt, basedOn }: { attempt: Attempt<V>; basedOn: number | undefined }) => {
      const match = basedOn === undefined ? {} : { ifMatch: basedOn }
      if (attempt.act === 'save') return options.save(attempt.values, match)
      return options.remove?.(match) ?? Promise.resolve()
    },
    onSuccess: (saved) => {
      const next = (saved as { revision?: number } | undefined)?.revision
      if (next !== undefined) setRevision(next)
      onDone()
    },
    onError: (error, { attempt }) => {
      logFailure(what, error)
      const newer = readStale<Omit<Stale, 'act'>>(error)
      if (newer) setStale({ ...newer, act: attempt.act })
      else if (!showAtFields(error, options)) setProblem(formatProblem(error))
    },
  })

  function start(attempt: Attempt<V>, basedOn = revision) {
    if (mutation.isPending) return
    setStale(undefined)
    setProblem(undefined)
    mutation.mutate({ attempt, basedOn })
  }

  return {
    busy: mutation.isPending,
    stale,
    problem,
    save: (values: V) => start({ act: 'save', values }),
    remove: () => start({ act: 'remove' }),
    keepMine() {
      if (!stale) return
      setRevision(stale.revision)
      const attempt: Attempt<V> =
        stale.act === 'remove' ? { act: 'remove' } : { act: 'save', values: form.getValues() }
      start(attempt, stale.revision)
    },
    takeTheirs(values: V) {
      if (!stale) return
      setRevision(stale.revision)
      setStale(undefined)
      form.reset(values)
    },
  }
}
