// Written by Plinth from a project's tables: change the tables, then write it again.
import type { MoreLinks } from '@plinth/client'

export interface Tables {
  users: {
    row: {
      id: string
      createdOn: string
      updatedOn: string
      email: string
      verified: boolean | null
      notes?: string[]
      expand?: {
        notes?: Tables['notes']['row'][]
      }
      $more?: { [Name in 'notes']?: MoreLinks }
    }
    create: {
      email: string
      password: string
      verified?: boolean | null
      notes?: string[]
    }
    update: {
      email?: string
      password?: string
      verified?: boolean | null
      notes?: string[]
    }
    relation: 'notes'
  }
  notes: {
    row: {
      id: string
      createdOn: string
      updatedOn: string
      title: string
      text: string | null
      owner: string
      expand?: {
        owner?: Tables['users']['row'] | null
      }
    }
    create: {
      title: string
      text?: string | null
      owner: string
    }
    update: {
      title?: string
      text?: string | null
      owner?: string
    }
    relation: 'owner'
  }
}

export const tables = {
  users: ['email', 'password', 'verified', 'notes'],
  notes: ['title', 'text', 'owner'],
} as const
