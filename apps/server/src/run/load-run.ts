import type { Context } from '../context.ts'
import { type OpenContent, openContent } from './run-content.ts'
import { findGraph, findRun, type StoredRun } from './run-store.ts'

const KEPT = 200

/** The plans of graphs that ran lately: a graph is read once, not for every run of it. */
const plans = new Map<string, OpenContent>()

export interface LoadedRun extends OpenContent {
  run: StoredRun
}

/** A run with its plan. Both never change, so every attempt reads the same. */
export async function loadRun(
  { db }: Pick<Context, 'db'>,
  runId: string,
): Promise<LoadedRun | undefined> {
  const run = await findRun(db, runId)
  if (!run) return undefined
  const key = `${run.projectId}/${run.digest}`
  const known = plans.get(key)
  if (known) return { run, ...known }
  const text = await findGraph(db, run)
  if (text === undefined) return undefined
  const opened = openContent(text)
  plans.set(key, opened)
  const [oldest] = plans.keys()
  if (plans.size > KEPT && oldest !== undefined) plans.delete(oldest)
  return { run, ...opened }
}
