/** Leaves a line in the browser's console for failures that have no message on screen. */
export function logFailure(what: string, error: unknown) {
  // biome-ignore lint/suspicious/noConsole: this is the one place that writes such lines
  console.error(`${what} failed`, error)
}
