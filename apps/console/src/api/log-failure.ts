/** Logs failures to the browser's console. */
export function logFailure(what: string, error: unknown) {
  // biome-ignore lint/suspicious/noConsole: this is the one place that writes such lines
  console.error(`${what} failed`, error)
}
