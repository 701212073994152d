import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queries, users } from './plinth.ts'

type Way = 'signIn' | 'signUp'

const WORDS = {
  signIn: { title: 'Sign in', other: 'New here? Sign up', password: 'current-password' },
  signUp: { title: 'Sign up', other: 'Known already? Sign in', password: 'new-password' },
} as const

/** A combined form for signing in and signing up. */
export function SignIn() {
  const [way, setWay] = useState<Way>('signIn')
  const words = WORDS[way]
  const enter = useMutation({
    mutationFn: (account: { email: string; password: string }) => {
      // Clears data cached for the previous user of this device.
      queries.clear()
      return users[way](account)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    enter.mutate({ email: String(form.get('email')), password: String(form.get('password')) })
  }
  const change = () => {
    enter.reset()
    setWay(way === 'signIn' ? 'signUp' : 'signIn')
  }
  return (
    <form className="card narrow" onSubmit={submit}>
      <h1>{words.title}</h1>
      <label>
        Email
        <input name="email" type="email" required autoComplete="email" />
      </label>
      <label>
        Password
        <input
          name="password"
          type="password"
          required
          minLength={8}
          autoComplete={words.password}
        />
      </label>
      {enter.isError ? <p role="alert">{enter.error.message}</p> : null}
      <button type="submit" disabled={enter.isPending}>
        {words.title}
      </button>
      <button type="button" className="quiet" onClick={change}>
        {words.other}
      </button>
    </form>
  )
}
