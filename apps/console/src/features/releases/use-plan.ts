import { type Configuration, type MigrationPlan, planSync } from '@plinth/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'

/** A plan with what the person has to do before it may be carried out. */
export interface PlanState {
  query: UseQueryResult<unknown>
  plan: MigrationPlan | undefined
  needsTyping: boolean
  typed: string
  setTyped: (text: string) => void
  /** False while the plan is unknown, something is in the way or a loss is not confirmed. */
  mayConfirm: boolean
  /** What the server is told: exactly this plan, with these losses. */
  confirmation: { planId?: string; confirm?: string[] }
}

/** Adds to a fetched plan what has to be typed before it is carried out. */
export function usePlanState(given: {
  query: UseQueryResult<unknown>
  plan: MigrationPlan | undefined
  name: string
}): PlanState {
  const { query, plan, name } = given
  const [typed, setTyped] = useState('')
  const lossy = plan?.steps.filter((step) => step.class === 'lossy') ?? []
  const needsTyping = lossy.length > 0 && plan?.class !== 'blocking'
  return {
    query,
    plan,
    needsTyping,
    typed,
    setTyped,
    mayConfirm:
      plan !== undefined && plan.class !== 'blocking' && (!needsTyping || typed.trim() === name),
    confirmation: plan ? { planId: plan.planId, confirm: lossy.map((step) => step.id) } : {},
  }
}

const numbers = new WeakMap<Configuration, number>()
let lastNumber = 0

/** Tells drafts apart without reading them: a key that holds a large one is written out at every drawing. */
function numberOf(configuration: Configuration): number {
  const known = numbers.get(configuration)
  if (known !== undefined) return known
  lastNumber += 1
  numbers.set(configuration, lastNumber)
  return lastNumber
}

/** What syncing this draft would do; asked anew each time the dialog opens. */
export function useSyncPlan(given: {
  projectId: string
  name: string
  configuration: Configuration
  open: boolean
}): PlanState {
  const { projectId, configuration } = given
  const query = useQuery({
    queryKey: ['plan', projectId, numberOf(configuration)],
    queryFn: ({ signal }) =>
      client.call(planSync, {
        params: { projectId },
        body: { newConfiguration: configuration },
        signal,
      }),
    enabled: given.open,
    staleTime: 0,
    gcTime: 0,
  })
  return usePlanState({ query, plan: given.open ? query.data?.plan : undefined, name: given.name })
}
