/** Logs messages for app developers. */
export const log = {
  warn(message: string): void {
    // biome-ignore lint/suspicious/noConsole: a missing token is logged, and the request goes on
    console.warn(message)
  },
  error(message: string, error: unknown): void {
    // biome-ignore lint/suspicious/noConsole: a failed upload is logged only
    console.error(message, error)
  },
}
