import { rename } from 'node:fs/promises'
import { readIfThere } from './private-file.ts'

/** Starts a fresh log file and keeps the one before it. */
export async function rotateLog(logFile: string): Promise<void> {
  await rename(logFile, `${logFile}.1`).catch(() => undefined)
}

/** The line of a log that most likely says why its server ended. */
export async function lastWords(logFile: string): Promise<string> {
  const text = (await readIfThere(logFile).catch(() => undefined)) ?? ''
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const telling = lines.findLast((line) => /fatal|panic|error/i.test(line))
  return (telling ?? lines.at(-1) ?? 'it said nothing').trim().slice(0, 500)
}
