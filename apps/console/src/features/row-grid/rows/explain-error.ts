import { ApiError } from '@plinth/client'
import * as z from 'zod'
import { gridStrings as strings } from '../strings/grid-strings.ts'

const LargeRow = z.object({ id: z.string() })

/** A failed request in one sentence; an error without an answer of the server is a lost connection. */
export function explainError(error: unknown): string {
  return error instanceof ApiError ? error.message : strings.unreachable
}

/** The API's message for rows that are too large names query parameters, which the grid does not have. */
export function explainLoadError(error: unknown): { title: string; text: string } {
  if (error instanceof ApiError && error.code === 'too_large') {
    const row = LargeRow.safeParse(error.details).data
    return {
      title: strings.tooLargeTitle,
      text: row ? strings.tooLargeRow(row.id) : strings.tooLargeText,
    }
  }
  return { title: strings.failedTitle, text: explainError(error) }
}
