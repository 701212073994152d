import { createClient, createUsers, localStorageStore } from '@plinth/client'

/** The script of an app that signs its users in. The first visit names Plinth and the project, and a user if there is one. */
const named = new URLSearchParams(location.search)
for (const name of ['plinth', 'project', 'email']) {
  const value = named.get(name)
  if (value) localStorage.setItem(name, value)
}
const client = createClient({
  baseUrl: localStorage.getItem('plinth') ?? '',
  session: localStorageStore(),
})
const projectId = localStorage.getItem('project') ?? ''
const users = createUsers({ client, projectId, table: 'people' })

const show = (text: string) => {
  const status = document.querySelector('[role=status]')
  if (status) status.textContent = text
}
const run = (act: () => Promise<{ user: { email: string } } | null>) =>
  act().then(
    (session) => session && show(`Signed in as ${session.user.email}`),
    (error: Error) => show(error.message),
  )

const email = localStorage.getItem('email') ?? ''
const [popup, redirect, signUp, add, use] = document.querySelectorAll('button')
popup?.addEventListener('click', () => run(() => users.signInWith('corp')))
redirect?.addEventListener('click', () => run(() => users.signInWith('corp', { by: 'redirect' })))
signUp?.addEventListener('click', () =>
  run(() => users.signUp({ email, password: 'a long password' })),
)
add?.addEventListener('click', () =>
  users.addPasskey('Phone').then(
    ({ name }) => show(`Added ${name}`),
    (error: Error) => show(error.message),
  ),
)
use?.addEventListener('click', () => run(() => users.signInWithPasskey()))
run(() => users.signInWithLink(location.href))
