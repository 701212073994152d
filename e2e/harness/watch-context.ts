import type { BrowserContext } from '@playwright/test'

const MARK = 'policy violated: '

/** Runs in every page before its own scripts. */
function reportViolations(mark: string): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.warn(`${mark}${event.violatedDirective} ${event.blockedURI}`)
  })
}

/** Collects uncaught errors, CSP violations and requests to other origins. */
export async function watchContext(context: BrowserContext, origin: string): Promise<string[]> {
  const trouble: string[] = []
  context.on('weberror', (error) => trouble.push(`uncaught: ${error.error().message}`))
  context.on('console', (message) => {
    if (message.text().startsWith(MARK)) trouble.push(message.text())
  })
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== origin) {
      trouble.push(`request to ${url.origin}`)
    }
  })
  await context.addInitScript(reportViolations, MARK)
  return trouble
}
