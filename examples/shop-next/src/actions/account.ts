'use server'

import { redirect } from 'next/navigation'
import { type FormState, messageOf } from '../form-state.ts'
import { plinth } from '../plinth.ts'
import { pageOf } from '../sign-in-again.ts'

async function enter(how: 'signIn' | 'signUp', form: FormData): Promise<FormState> {
  const email = String(form.get('email'))
  const { users } = await plinth()
  try {
    await users[how]({ email, password: String(form.get('password')) })
  } catch (error) {
    return { error: messageOf(error), email }
  }
  redirect(pageOf(form.get('next')))
}

export async function signIn(_before: FormState, form: FormData): Promise<FormState> {
  return enter('signIn', form)
}

export async function signUp(_before: FormState, form: FormData): Promise<FormState> {
  return enter('signUp', form)
}

export async function signOut(): Promise<void> {
  const { users } = await plinth()
  await users.signOut()
  redirect('/')
}
