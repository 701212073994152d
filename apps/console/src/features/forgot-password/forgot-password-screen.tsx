import { useLocation } from 'react-router'
import { NewPasswordForm } from './new-password-form.tsx'
import { ResetLinkForm } from './reset-link-form.tsx'

/** Asks for a link; opened through one, whose token stands behind the #, asks for the new password. */
export function ForgotPasswordScreen() {
  const token = useLocation().hash.slice(1)
  return token === '' ? <ResetLinkForm /> : <NewPasswordForm key={token} token={token} />
}
