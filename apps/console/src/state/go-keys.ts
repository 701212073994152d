/** Screens that are opened by G and a second key. */
export const GO_KEYS = {
  data: { key: 'd', shown: 'G D' },
  ui: { key: 'u', shown: 'G U' },
  workflow: { key: 'w', shown: 'G W' },
  sql: { key: 'q', shown: 'G Q' },
  settings: { key: 's', shown: 'G S' },
  home: { key: 'p', shown: 'G P' },
} as const
export type GoTarget = keyof typeof GO_KEYS

const TARGETS = Object.keys(GO_KEYS) as GoTarget[]

/** The address for the second key; undefined if it names no screen, or one of a project while none is open. */
export function goPath(key: string, projectId: string | undefined): string | undefined {
  const target = TARGETS.find((one) => GO_KEYS[one].key === key.toLowerCase())
  if (target === 'home') return '/home'
  return target && projectId !== undefined ? `/project/${projectId}/${target}` : undefined
}
