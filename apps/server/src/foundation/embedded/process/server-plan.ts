import type { ServerUser } from './choose-server-user.ts'

export type ServerName = 'postgres' | 'restate'

export interface ServerCommand {
  file: string
  args: string[]
  cwd: string
  env: Record<string, string>
  user: ServerUser
  logFile: string
  /** Standard input of the program. */
  input?: string
}

interface StopStep {
  signal: NodeJS.Signals
  limitMs: number
}

/** How the supervisor starts, monitors and stops one server. */
export interface ServerPlan {
  name: ServerName
  command: ServerCommand
  /** Signals in order of escalation; SIGKILL follows automatically. */
  stopSteps: StopStep[]
  readyLimitMs: number
  /** Removes the files and processes of an earlier start. */
  prepare(): Promise<void>
  isReady(pid: number): Promise<boolean>
}
