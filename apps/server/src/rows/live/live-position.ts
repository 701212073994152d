import { createHash } from 'node:crypto'
import type { LiveEnvironment } from '../environments/live-environment.ts'

/** Where a stream goes on in the log of its environment. */
export interface LivePosition {
  readonly epoch: string
  readonly number: number
}

const POSITION = /^([0-9a-f]{16})\.(0|[1-9][0-9]{0,15})$/

/** Undefined for any other text. */
export function parsePosition(text: string): LivePosition | undefined {
  const [, epoch, digits] = POSITION.exec(text) ?? []
  if (epoch === undefined) return undefined
  const number = Number(digits)
  return Number.isSafeInteger(number) ? { epoch, number } : undefined
}

export function printPosition({ epoch, number }: LivePosition): string {
  return `${epoch}.${number}`
}

/**
 * The epoch that clients see. It also changes with the tables, rules and constants: logged rows were written for the
 * fields and judged by the rules of their time, so that no client may resume over such a change.
 */
export function epochOf(
  { id, release, watched, constants }: LiveEnvironment,
  logEpoch: string,
): string {
  const content = JSON.stringify([id, logEpoch, release, watched, [...constants].sort()])
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}
