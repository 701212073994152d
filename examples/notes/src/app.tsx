import { NoProject } from './no-project.tsx'
import { Notes } from './notes.tsx'
import { hasProject, useIsSignedIn } from './plinth.ts'
import { SignIn } from './sign-in.tsx'

export function App() {
  const isSignedIn = useIsSignedIn()
  if (!hasProject) return <NoProject />
  return <main>{isSignedIn ? <Notes /> : <SignIn />}</main>
}
