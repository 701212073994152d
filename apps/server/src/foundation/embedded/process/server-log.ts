import { rename } from 'node:fs/promises'
import { readIfExists } from './private-file.ts'

/** Starts a new log file and keeps the previous one. */
export async function rotateLog(logFile: string): Promise<void> {
  await rename(logFile, `${logFile}.1`).catch(() => undefined)
}

/** The log line that most likely explains why the server ended. */
export async function lastLogLine(logFile: string): Promise<string> {
  const text = (await readIfExists(logFile).catch(() => undefined)) ?? ''
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const cause = lines.findLast((line) => /fatal|panic|error/i.test(line))
  return (cause ?? lines.at(-1) ?? 'its log is empty').trim().slice(0, 500)
}
