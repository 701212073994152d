import { RequestError } from './api-error.ts'

/** How the provider's page is opened: `popup` in a window above the page, `redirect` instead of the page. */
export interface ProviderOptions {
  by?: 'popup' | 'redirect'
  /** The listed page that gets the ticket; the first one if it is left out. */
  redirect?: string
}

/** The ticket of a provider, with the proof that this app began. */
export type ProvedTicket = {
  ticket: string
  verifier: string
}

interface Started {
  url: string
  redirect: string
  origin: string
}

type Beginning = {
  challenge: string
  display: 'page' | 'popup'
  redirect?: string
}

const fail = (message: string, code = 'ERR_BAD_REQUEST') => new RequestError(message, { code })

const KEY = 'plinth.provider-sign-in'
const CLOSED_MS = 500

const encode = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

/** A verifier and its challenge (RFC 7636). */
async function newVerifier(): Promise<{ verifier: string; challenge: string }> {
  const { subtle } = globalThis.crypto
  if (!subtle) throw fail('Signing in with a provider needs a page with https.')
  const verifier = encode(crypto.getRandomValues(new Uint8Array(32)))
  const hash = await subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: encode(new Uint8Array(hash)) }
}

interface Answer {
  type?: unknown
  ticket?: unknown
  problem?: unknown
}

/** Waits for the message of our callback page in the window. */
function waitForTicket(popup: Window, origin: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      window.removeEventListener('message', read)
      clearInterval(closing)
      settle()
    }
    const read = ({ source, origin: from, data }: MessageEvent<Answer | null>) => {
      if (source !== popup || from !== origin || data?.type !== 'plinth.provider') return
      const { ticket, problem } = data
      if (typeof ticket === 'string') end(() => resolve(ticket))
      else end(() => reject(fail(String(problem))))
    }
    const closing = setInterval(() => {
      if (popup.closed)
        end(() => reject(fail('The window of the sign-in was closed.', 'ERR_CANCELED')))
    }, CLOSED_MS)
    window.addEventListener('message', read)
  })
}

/** Opens the window at once, because browsers allow it only while a click is handled. */
async function openPopup(
  begin: (beginning: Beginning) => Promise<Started>,
  { redirect }: ProviderOptions,
): Promise<ProvedTicket> {
  const popup = window.open('', '', 'popup,width=480,height=640')
  if (!popup) throw fail('The browser blocked the window. Sign in by redirect instead.')
  try {
    const { verifier, challenge } = await newVerifier()
    const started = await begin({ challenge, display: 'popup', ...(redirect && { redirect }) })
    if (new URL(started.redirect).origin !== location.origin)
      throw fail(`The listed page ${started.redirect} is not of this origin.`)
    popup.location.href = started.url
    return { ticket: await waitForTicket(popup, started.origin), verifier }
  } finally {
    popup.close()
  }
}

/** Leaves the page; the verifier waits in the tab's own storage. Never resolves. */
async function leavePage(
  begin: (beginning: Beginning) => Promise<Started>,
  { redirect }: ProviderOptions,
): Promise<never> {
  const { verifier, challenge } = await newVerifier()
  const { url } = await begin({ challenge, display: 'page', ...(redirect && { redirect }) })
  sessionStorage.setItem(KEY, verifier)
  location.assign(url)
  return new Promise(() => undefined)
}

/** Asks a provider who the user is. */
export const askProvider = (
  begin: (beginning: Beginning) => Promise<Started>,
  options: ProviderOptions,
): Promise<ProvedTicket> =>
  options.by === 'redirect' ? leavePage(begin, options) : openPopup(begin, options)

/** The ticket in the address of a page to which a provider's sign-in led; null if there is none. */
export function readTicket(
  url: string,
  use: 'provider-sign-in' | 'provider-link',
): ProvedTicket | null {
  const ticket = new RegExp(`#${use}=([\\w-]+)$`).exec(url)?.[1]
  if (ticket === undefined) return null
  const tab = globalThis.sessionStorage as Storage | undefined
  const verifier = tab?.getItem(KEY) ?? null
  tab?.removeItem(KEY)
  if (verifier === null) {
    throw fail('This sign-in was not started in this tab, or was used. Start it again.')
  }
  return { ticket, verifier }
}
