import type { EnvironmentName } from '@plinth/contract'

export interface GridEnvironment {
  name: EnvironmentName
  isReadOnly: boolean
}

const DEV: GridEnvironment = { name: 'dev', isReadOnly: false }

/** Whose rows the grid shows, and whether they may be changed here. */
export function useGridEnvironment(): GridEnvironment {
  return DEV
}
