import { ApiError } from '@plinth/client'
import {
  BUDGET_KINDS,
  type BudgetChoices,
  type SavedBudget,
  saveBudget,
  saveDefaultBudget,
} from '@plinth/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { readStale } from '../../../api/read-stale.ts'
import { BUDGET_LABELS } from '../../../state/budget.ts'
import { projectKey, useCurrentProject } from '../../../state/current-project.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { usageStrings as strings } from './strings.ts'
import { DEFAULT_BUDGET_KEY, usageKey } from './usage-queries.ts'

interface Saving {
  /** Whether the organisation's defaults are saved instead of the project's own budgets. */
  ofDefaults: boolean
  revision: number
  onDone: () => void
  /** Shows what another admin saved. */
  onStale: (saved: SavedBudget) => void
}

/** The message with the names of row and column instead of the path in the API. */
function describeError(error: Error): string {
  if (!(error instanceof ApiError)) return strings.failed
  const [issue] = Array.isArray(error.details) ? error.details : []
  const [kind, level] = String(issue?.path).split('.')
  const known = BUDGET_KINDS.find((one) => one === kind)
  if (!known || (level !== 'soft' && level !== 'hard')) return error.message
  return strings.problem(BUDGET_LABELS[known], strings.columns[level], issue.message)
}

export function useSaveBudget({ ofDefaults, revision, onDone, onStale }: Saving) {
  const projectId = useCurrentProject().id
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: (body: BudgetChoices) =>
      ofDefaults
        ? client.call(saveDefaultBudget, { body, ifMatch: revision })
        : client.call(saveBudget, { params: { projectId }, body, ifMatch: revision }),
    onSuccess: async () => {
      await Promise.all(
        [usageKey(projectId), projectKey(projectId), DEFAULT_BUDGET_KEY].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      )
      showToast({ title: strings.saved })
      onDone()
    },
    onError: (error) => {
      logFailure('Saving the budgets', error)
      const stale = readStale<{ theirs: BudgetChoices; revision: number }>(error)
      if (stale) onStale({ choices: stale.theirs, revision: stale.revision })
      setProblem(stale ? strings.stale : describeError(error))
    },
  })
  const save = (choices: BudgetChoices) => {
    setProblem(undefined)
    if (!isPending) mutate(choices)
  }
  return { save, busy: isPending, problem }
}
