/** The pub/sub channel of a run. */
export const runNews = (runId: string): string => `run ${runId}`
