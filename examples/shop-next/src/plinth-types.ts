// Written by Plinth from a project's tables: change the tables, then write it again.
import type { FileInput, FileValue, MoreLinks } from '@plinth/client'

export interface Tables {
  users: {
    row: {
      id: string
      createdOn: string
      updatedOn: string
      email: string
      verified: boolean | null
      products?: string[]
      orders?: string[]
      expand?: {
        products?: Tables['products']['row'][]
        orders?: Tables['orders']['row'][]
      }
      $more?: { [Name in 'products' | 'orders']?: MoreLinks }
    }
    create: {
      email: string
      password: string
      verified?: boolean | null
      products?: string[]
      orders?: string[]
    }
    update: {
      email?: string
      password?: string
      verified?: boolean | null
      products?: string[]
      orders?: string[]
    }
    relation: 'products' | 'orders'
  }
  products: {
    row: {
      id: string
      createdOn: string
      updatedOn: string
      name: string
      price: number
      stock: number
      picture: FileValue | null
      seller: string | null
      orders?: string[]
      expand?: {
        seller?: Tables['users']['row'] | null
        orders?: Tables['orders']['row'][]
      }
      $more?: { [Name in 'orders']?: MoreLinks }
    }
    create: {
      name: string
      price?: number
      stock?: number
      picture?: FileInput | null
      seller?: string | null
      orders?: string[]
    }
    update: {
      name?: string
      price?: number
      stock?: number
      picture?: FileInput | null
      seller?: string | null
      orders?: string[]
    }
    relation: 'seller' | 'orders'
  }
  orders: {
    row: {
      id: string
      createdOn: string
      updatedOn: string
      product: string
      buyer: string
      quantity: number
      status: 'open' | 'paid' | 'refused' | null
      expand?: {
        product?: Tables['products']['row'] | null
        buyer?: Tables['users']['row'] | null
      }
    }
    create: {
      product: string
      buyer: string
      quantity?: number
      status?: 'open' | 'paid' | 'refused' | null
    }
    update: {
      product?: string
      buyer?: string
      quantity?: number
      status?: 'open' | 'paid' | 'refused' | null
    }
    relation: 'product' | 'buyer'
  }
}

export const tables = {
  users: ['email', 'password', 'verified', 'products', 'orders'],
  products: ['name', 'price', 'stock', 'picture', 'seller', 'orders'],
  orders: ['product', 'buyer', 'quantity', 'status'],
} as const
