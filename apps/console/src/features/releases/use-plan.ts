import { type Configuration, type MigrationPlan, planSync } from '@plinth/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'

/** A plan and the confirmation it needs. */
export interface PlanState {
  query: UseQueryResult<unknown>
  plan: MigrationPlan | undefined
  needsTyping: boolean
  typed: string
  setTyped: (text: string) => void
  /** False while the plan is loading, has blocking steps or has unconfirmed data loss. */
  mayConfirm: boolean
  /** Sent to the server: the id of this plan and the confirmed losses. */
  confirmation: { planId?: string; confirm?: string[] }
}

/** Adds the typed confirmation to a fetched plan. */
export function usePlanState(options: {
  query: UseQueryResult<unknown>
  plan: MigrationPlan | undefined
  name: string
}): PlanState {
  const { query, plan, name } = options
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

/** A number per draft for the query key: hashing a large draft on every render would be slow. */
function numberOf(configuration: Configuration): number {
  const cached = numbers.get(configuration)
  if (cached !== undefined) return cached
  lastNumber += 1
  numbers.set(configuration, lastNumber)
  return lastNumber
}

/** The plan for syncing this draft; fetched each time the dialog opens. */
export function useSyncPlan(options: {
  projectId: string
  name: string
  configuration: Configuration
  open: boolean
}): PlanState {
  const { projectId, configuration } = options
  const query = useQuery({
    queryKey: ['plan', projectId, numberOf(configuration)],
    queryFn: ({ signal }) =>
      client.call(planSync, {
        params: { projectId },
        body: { newConfiguration: configuration },
        signal,
      }),
    enabled: options.open,
    staleTime: 0,
    gcTime: 0,
  })
  return usePlanState({
    query,
    plan: options.open ? query.data?.plan : undefined,
    name: options.name,
  })
}
