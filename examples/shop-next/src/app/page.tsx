import { OrderForm } from '../forms/order-form.tsx'
import { type Product, plinth } from '../plinth.ts'
import { priceOf } from '../price.ts'
import { orSignIn } from '../sign-in-again.ts'

function ProductCard({ product }: { product: Product }) {
  const { name, price, stock, picture } = product
  return (
    <li className="card">
      {/* biome-ignore lint/performance/noImgElement: the file store serves the pictures */}
      {picture ? <img src={picture.url} alt={name} /> : null}
      <h2>{name}</h2>
      <p>{priceOf(price)}</p>
      {stock > 0 ? <OrderForm product={{ id: product.id, name, stock }} /> : <p>Sold out</p>}
    </li>
  )
}

/** The products, rendered on the server; guests see them too. */
export default async function ProductsPage() {
  const { data } = await plinth()
  const products = data.table('products').getMany({ $sort: 'name', $limit: 100 })
  const page = await orSignIn('/', products)
  return (
    <>
      <h1>Products</h1>
      <ul aria-label="Products" className="grid">
        {page.data.map((product) => (
          <ProductCard key={product.id} product={product} />
        ))}
      </ul>
    </>
  )
}
