/** The server's layers, lowest first: each imports only itself and those before it. */
export const SERVER_LAYERS = [
  'foundation',
  'databases',
  'accounts',
  'projects',
  'rows',
  'workflows',
  'operations',
  'app',
]
