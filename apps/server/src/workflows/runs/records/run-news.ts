/** The news that somebody who waits for a run listens to. */
export const runNews = (runId: string): string => `run ${runId}`
