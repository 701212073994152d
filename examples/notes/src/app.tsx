import { NoProject } from './no-project.tsx'
import { Notes } from './notes.tsx'
import { hasProject } from './plinth.ts'
import { useToken } from './session.ts'
import { SignIn } from './sign-in.tsx'

export function App() {
  const token = useToken()
  if (!hasProject) return <NoProject />
  return <main>{token === null ? <SignIn /> : <Notes />}</main>
}
