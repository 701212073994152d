import { openDns } from '../../apps/server/src/projects/domains/testing/start-dns.ts'
import { expectClean } from '../harness/expect-clean.ts'
import { expect, test } from '../harness/fixtures.ts'
import { product } from '../harness/product.ts'
import { openSettings } from './settings-people.ts'

test('a domain waits for its TXT record and works once it is found', async ({ page, project }) => {
  const host = `shop-${project.id.slice(4)}.example.com`
  await openSettings(page, project.id, 'domains')
  await page.getByRole('button', { name: 'Create Domain' }).click()
  const create = page.getByRole('dialog', { name: 'Create Domain' })
  await create.getByLabel('Domain').fill(host)
  await create.getByRole('button', { name: 'Create' }).click()
  await expect(create).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: host })
  await expect(row).toContainText('Not proved')

  await row.getByRole('button', { name: host }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Domain' })
  const proof = dialog.getByRole('region', { name: 'Prove that this domain is yours' })
  await expect(proof.getByText(`_plinth.${host}`, { exact: true })).toBeVisible()
  await expect(proof.getByText(`project=${project.id}`)).toBeVisible()
  await expectClean(page)
  await proof.getByRole('button', { name: 'Check now' }).click()
  await expect(proof.getByRole('status')).toContainText('The DNS server gave no answer')
  const dns = await openDns(product().dnsPort)
  try {
    await dns.serve({})
    await proof.getByRole('button', { name: 'Check now' }).click()
    await expect(proof.getByRole('status')).toContainText(
      'Checked just now. There is no TXT record',
    )
    await dns.serve({ [`_plinth.${host}`]: `project=${project.id}` })
    await proof.getByRole('button', { name: 'Check now' }).click()
    await expect(dialog.getByText('The domain is proved and works.')).toBeVisible()
  } finally {
    await dns.stop()
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('Not proved')
})
