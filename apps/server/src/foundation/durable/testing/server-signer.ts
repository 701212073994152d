import { inject } from 'vitest'
import { keyFileOf, keysInFile } from '../../secrets/key-ring.ts'
import { openCallSigner } from '../call-signer.ts'

/** Signs calls as the processes of the server under test do. */
export const serverSigner = () => openCallSigner(keysInFile(keyFileOf(inject('server').dataDir)))
