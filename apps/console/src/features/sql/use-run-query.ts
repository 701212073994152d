import { ApiError } from '@plinth/client'
import { type EnvironmentName, QueryPosition, runQuery } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type * as z from 'zod'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { sqlStrings as strings } from './strings.ts'

export type QueryAnswer = z.infer<typeof runQuery.answer>

/** An answer with its number, which tells it apart from an earlier one. */
export interface QueryResult extends QueryAnswer {
  number: number
  isPlan: boolean
}

interface Asked {
  sql: string
  explain: boolean
}

/** What is wrong with the query, in place. */
interface QueryProblem {
  message: string
  /** The offset in the text that was run; undefined if it is not known. */
  position: number | undefined
}

function problemOf(error: unknown): QueryProblem {
  if (!(error instanceof ApiError)) return { message: strings.failed, position: undefined }
  const place = QueryPosition.safeParse(error.details)
  return { message: error.message, position: place.success ? place.data.position : undefined }
}

/** Runs or explains queries in one environment; the result of a query stays until the next one has ended. */
export function useRunQuery(projectId: string, environment: EnvironmentName) {
  const running = useRef<AbortController>(null)
  const [result, setResult] = useState<QueryResult>()
  const mutation = useMutation({
    mutationFn: ({ sql, explain }: Asked) => {
      const controller = new AbortController()
      running.current = controller
      return client.call(runQuery, {
        params: { projectId },
        body: { environment, sql, explain },
        signal: controller.signal,
      })
    },
    onSuccess: (answer, { explain }) =>
      setResult((before) => ({ ...answer, isPlan: explain, number: (before?.number ?? 0) + 1 })),
    onError: (error) => {
      setResult(undefined)
      if (!(error instanceof ApiError) && !running.current?.signal.aborted)
        logFailure('Running a query', error)
    },
  })
  const { error, isPending, variables, mutate } = mutation
  const isCancelled = error !== null && running.current?.signal.aborted === true
  return {
    run: (asked: Asked) => (isPending ? undefined : mutate(asked)),
    cancel: () => running.current?.abort(),
    isRunning: isPending,
    isCancelled,
    /** The text that the problem belongs to. */
    asked: variables,
    result,
    problem: error === null || isCancelled ? undefined : problemOf(error),
  }
}
