import type { Credential, CredentialType } from '@plinth/contract'
import { createContext, type ReactNode, use } from 'react'

export interface CredentialDialogProps {
  /** The type of a new credential. */
  type: CredentialType
  /** The address that a new credential is for. */
  url: string | undefined
  /** The credential to edit and test; undefined creates one. */
  credential: Credential | undefined
  onSaved: (credential: Credential) => void
  onClose: () => void
}

/** Renders the dialog that creates, edits and tests a credential; null where the screen offers none. */
export const CredentialDialog = createContext<((props: CredentialDialogProps) => ReactNode) | null>(
  null,
)

export function useCredentialDialog() {
  return use(CredentialDialog)
}
