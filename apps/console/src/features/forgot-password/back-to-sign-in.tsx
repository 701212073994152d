import { Link } from 'react-router'
import { forgotPasswordStrings as strings } from './strings.ts'

export function BackToSignIn() {
  return (
    <p className="mt-4 text-center text-sm">
      <Link
        to="/"
        className="ring-focus rounded-sm text-fg-2 underline-offset-2 hover:text-fg hover:underline"
      >
        {strings.back}
      </Link>
    </p>
  )
}
