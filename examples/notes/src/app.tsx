import { Notes } from './notes.tsx'
import { useToken } from './session.ts'
import { SignIn } from './sign-in.tsx'

export function App() {
  return <main>{useToken() === null ? <SignIn /> : <Notes />}</main>
}
