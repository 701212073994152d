export const CHUNK_LOAD_TIMEOUT_MS = 120_000

/** A screen's script could not be loaded. */
class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'

  constructor() {
    super('Loading chunk failed')
  }
}

function renameFailure(failure: Error) {
  const named = new ChunkLoadError()
  failure.name = named.name
  failure.message = named.message
}

/** Turns every failed script load into a ChunkLoadError, whose message the error page shows. */
export function nameChunkFailures() {
  window.addEventListener('vite:preloadError', (event) => renameFailure(event.payload))
}

/** Loads a script, with a timeout. */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ChunkLoadError()), CHUNK_LOAD_TIMEOUT_MS)
  try {
    return await Promise.race([load(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
