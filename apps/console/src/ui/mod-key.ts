/** The name of the key that shortcuts are pressed with on this machine. */
export function modKey(key: string): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? `⌘${key}` : `Ctrl ${key}`
}
