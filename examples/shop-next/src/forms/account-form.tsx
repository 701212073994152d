'use client'

import Link from 'next/link'
import { useActionState } from 'react'
import { signIn, signUp } from '../actions/account.ts'
import type { Page } from '../sign-in-again.ts'

const WAYS = {
  'sign-in': {
    title: 'Sign in',
    action: signIn,
    password: 'current-password',
    other: { way: 'sign-up', text: 'New here? Sign up' },
  },
  'sign-up': {
    title: 'Sign up',
    action: signUp,
    password: 'new-password',
    other: { way: 'sign-in', text: 'Known already? Sign in' },
  },
} as const

interface Props {
  way: keyof typeof WAYS
  /** The page to show afterwards. */
  next: Page
}

export function AccountForm({ way, next }: Props) {
  const { title, action, password, other } = WAYS[way]
  const [state, submit, isPending] = useActionState(action, {})
  return (
    <form className="card narrow" action={submit}>
      <h1>{title}</h1>
      <input type="hidden" name="next" value={next} />
      <label>
        Email
        <input name="email" type="email" required autoComplete="email" defaultValue={state.email} />
      </label>
      <label>
        Password
        <input name="password" type="password" required minLength={8} autoComplete={password} />
      </label>
      {state.error ? <p role="alert">{state.error}</p> : null}
      <button type="submit" disabled={isPending}>
        {title}
      </button>
      <Link href={`/${other.way}?next=${next}`}>{other.text}</Link>
    </form>
  )
}
