import type { Metadata, Viewport } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { signOut } from '../actions/account.ts'
import { currentUser } from '../plinth.ts'
import './styles.css'

export const metadata: Metadata = { title: 'Shop', icons: { icon: 'data:,' } }
export const viewport: Viewport = { colorScheme: 'light dark' }

export default async function Layout({ children }: { children: ReactNode }) {
  const user = await currentUser()
  return (
    <html lang="en">
      <body>
        <header>
          <nav aria-label="Shop">
            <Link href="/">Products</Link>
            <Link href="/orders">Orders</Link>
            <Link href="/offer">Offer a product</Link>
          </nav>
          {user ? (
            <form action={signOut} className="who">
              <span>{user.email}</span>
              <button type="submit" className="quiet">
                Sign out
              </button>
            </form>
          ) : (
            <Link href="/sign-in" className="who">
              Sign in
            </Link>
          )}
        </header>
        <main>{children}</main>
      </body>
    </html>
  )
}
