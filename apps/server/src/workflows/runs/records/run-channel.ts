/** The pub/sub channel of a run. */
export const runChannel = (runId: string): string => `run ${runId}`
