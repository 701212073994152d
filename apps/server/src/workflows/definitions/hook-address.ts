/** Where a webhook is called from outside. */
export function hookAddress(of: { baseUrl: string; environment: string; secret: string }): string {
  return `${of.baseUrl}/hooks/${of.environment}/${of.secret}`
}
