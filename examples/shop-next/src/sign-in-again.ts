import { ApiError } from '@plinth/client'
import { redirect } from 'next/navigation'

export const PAGES = ['/', '/orders', '/offer'] as const
export type Page = (typeof PAGES)[number]

/** The page to show after signing in; anything but a page of this app leads to the products. */
export function pageOf(value: unknown): Page {
  return PAGES.find((page) => page === value) ?? '/'
}

export const isSessionEnded = (error: unknown) => error instanceof ApiError && error.status === 401

export function signInAgain(next: Page): never {
  redirect(`/sign-in?ended=yes&next=${next}`)
}

/** The result of a call; an ended session leads to the sign-in page. */
export async function orSignIn<T>(next: Page, call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    if (isSessionEnded(error)) signInAgain(next)
    throw error
  })
}
