import { createContext, use } from 'react'
import type { Listening } from '../../execution/listening.ts'

/** How the panel of a webhook listens for a call. */
interface TriggerRuns {
  listening: Listening | undefined
  /** Whether the workflow was saved, so that its webhooks have URLs. */
  isStored: boolean
  listen: (nodeId: string) => void
  stopListening: () => void
}

/** Undefined where no test run can be started. */
export const TriggerRunsContext = createContext<TriggerRuns | undefined>(undefined)

export const useTriggerRuns = (): TriggerRuns | undefined => use(TriggerRunsContext)
