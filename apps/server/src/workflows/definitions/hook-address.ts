/** The public URL of a webhook. */
export function hookAddress(of: { baseUrl: string; environment: string; secret: string }): string {
  return `${of.baseUrl}/hooks/${of.environment}/${of.secret}`
}
