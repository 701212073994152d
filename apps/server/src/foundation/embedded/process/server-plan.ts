import type { ServerUser } from './choose-server-user.ts'

export type ServerName = 'postgres' | 'restate'

export interface ServerCommand {
  file: string
  args: string[]
  cwd: string
  env: Record<string, string>
  user: ServerUser
  logFile: string
  /** What the program reads from its standard input. */
  input?: string
}

interface StopStep {
  signal: NodeJS.Signals
  limitMs: number
}

/** What the supervisor must know to start, watch and end one server. */
export interface ServerPlan {
  name: ServerName
  command: ServerCommand
  /** From polite to final; SIGKILL follows by itself. */
  stopSteps: StopStep[]
  readyLimitMs: number
  /** Clears what an earlier process left behind. */
  prepare(): Promise<void>
  isReady(pid: number): Promise<boolean>
}
