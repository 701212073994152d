import { describe, expect, test } from 'vitest'
import { PNG, useAlbum } from './testing/use-album.ts'

describe.each(['sqlite3', 'postgres'] as const)('files of rows on %s', (database) => {
  const { projectId, owner, post, ask, put, described, upload, create } = useAlbum(database)

  test('a row gets the uploaded file with its stored description', async () => {
    const file = await upload('image')
    const { fileKey, url } = file
    const made = await create({
      isOpen: true,
      image: { ...file, fileName: 'evil', url: 'https://x/' },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    expect((made.body.data as { image: object }).image).toEqual({ ...file, fileKey, url })
    const shown = await fetch(url)
    expect(shown.status).toBe(200)
    expect(Buffer.from(await shown.arrayBuffer()).equals(PNG)).toBe(true)
  })

  test.each([
    [
      'nothing was uploaded',
      async () => {
        const signed = await ask('image', [{}])
        return described((signed.body as { urls: string[] }).urls[0] ?? '')
      },
      'The upload has not arrived',
    ],
    [
      'the key is made up',
      async () => described('http://x/files/prj_1/photos/p_image/abc.png'),
      'Names a file that was not uploaded for this field',
    ],
    [
      'it was uploaded for another field',
      () => upload('papers'),
      'Names a file that was not uploaded for this field',
    ],
    [
      'it is not an image',
      () => upload('image', Buffer.from('<script>alert(1)</script>')),
      'Must be an image',
    ],
    [
      'another row references it',
      async () => {
        const file = await upload('image')
        expect((await create({ image: file })).status).toBe(200)
        return file
      },
      'Names a file that was not uploaded for this field',
    ],
  ])('R27: rejects a file if %s', async (_name, make, message) => {
    const refused = await create({ image: await make() })
    expect(refused.status).toBe(422)
    expect(refused.body.error.details).toEqual([{ path: 'image', message }])
  })

  test('a file of a rejected row can be used again', async () => {
    const image = await upload('image')
    expect((await create({ title: 'Taken' })).status).toBe(200)
    const refused = await create({ title: 'Taken', image })
    expect(refused.status, JSON.stringify(refused.body)).toBe(409)
    const made = await create({ title: 'Free', image })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    expect((await create({ title: 'Another', image })).status).toBe(422)
  })

  test('a create with a file and an Idempotency-Key repeats its answer', async () => {
    const image = await upload('image')
    const headers = { 'idempotency-key': `with-a-file-${database}` }
    const first = await create({ title: 'Once', image }, headers)
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    const again = await create({ title: 'Once', image }, headers)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await create({ title: 'Other', image }, headers)).status).toBe(422)
  })

  test('detects the type by content, not by name', async () => {
    const file = await upload('papers', PNG, { fileType: 'text/plain', fileName: 'a.txt' })
    const refused = await create({ papers: [{ ...file, fileType: 'text/plain' }] })
    expect(refused.body.error.details).toEqual([{ path: 'papers', message: 'Is really image/png' }])
  })

  test.each<[string, () => Promise<{ status: number; body: never }>, number]>([
    ['too large', () => ask('small', [{ fileName: 'a.txt', fileSize: 11 }]), 422],
    ['wrong type', () => ask('small', [{ fileName: 'a.png', fileSize: 1 }]), 422],
    ['two files for a single-file field', () => ask('image', [{}, {}]), 422],
    ['not a file field', () => ask('title', [{}]), 400],
    ['unknown field', () => ask('nothing', [{}]), 400],
    ['hidden field', () => ask('hidden', [{}]), 400],
    ['unknown table', () => ask('image', [{}], { table: 'nothing' }), 404],
    ['locked table', () => ask('file', [{}], { table: 'vault' }), 403],
  ])('rejects an upload request: %s', async (_name, act, status) => {
    expect((await act()).status).toBe(status)
  })

  test('staff may attach to a locked table and a hidden field', async () => {
    const { token } = owner()
    expect((await ask('file', [{}], { table: 'vault', token })).status).toBe(200)
    expect((await ask('hidden', [{}], { token })).status).toBe(200)
  })

  test('a protected file needs a signed URL, which requires access to its row', async () => {
    const papers = [
      await upload('papers', Buffer.from('one')),
      await upload('papers', Buffer.from('two')),
    ]
    const open = await create({ isOpen: true, papers: papers.slice(0, 1) })
    const closed = await create({ isOpen: false, papers: papers.slice(1) })
    expect([open.status, closed.status]).toEqual([200, 200])
    const link = (imageurl: string, columnName = 'papers') =>
      post('/api/imgdownloadurl', {
        tableName: 'photo',
        columnName,
        imageurl,
        projectId: projectId(),
        tableId: 'photos',
        isPrivate: true,
        multiple: true,
      })
    const [seen, unseen] = papers.map(({ url }) => url)
    expect((await fetch(seen ?? '')).status).toBe(403)
    const linked = await link(seen ?? '')
    const { url } = linked.body as { url: string }
    const answer = await fetch(url)
    expect(await answer.text()).toBe('one')
    expect(answer.headers.get('content-disposition')).toContain('me.png')
    for (const refused of [
      await link(unseen ?? ''),
      await link(seen ?? '', 'image'),
      await link('http://169.254.169.254/latest/meta-data'),
      await link('../../secret.key'),
    ])
      expect(refused.status).toBe(400)
  })

  const unsized = async (columnName: string, more: { body: Buffer; isPrivate: boolean }) => {
    const signed = await post('/api/imgupload', {
      imageName: 'me.txt',
      imageType: 'text/plain',
      tableName: 'photo',
      columnName,
      projectId: projectId(),
      tableId: 'photos',
      isPrivate: more.isPrivate,
      multiple: false,
    })
    const { url } = signed.body as { url: string }
    expect((await put(url, more.body)).status).toBe(200)
    return described(url, { fileName: 'me.txt', fileType: 'text/plain', fileSize: 1 })
  }

  test.each<[string, () => Promise<object>, RegExp]>([
    [
      'fileTypes, detected by content',
      async () => ({
        small: await upload('small', Buffer.from('%PDF-1.7'), { fileName: 'a.txt' }),
      }),
      /of a type|Is really/,
    ],
    [
      'hasMultiple: a list in a single-file field',
      async () => ({ image: [await upload('image')] }),
      /./,
    ],
    [
      'hasMultiple: a single file in a list field',
      async () => ({ papers: await upload('papers', Buffer.from('a')) }),
      /./,
    ],
  ])('rejects a row that violates %s', async (_name, make, message) => {
    const refused = await create(await make())
    expect(refused.status).toBe(422)
    const [issue] = refused.body.error.details as { message: string }[]
    expect(issue?.message).toMatch(message)
  })

  test('isProtected overrides a caller who requests a public file', async () => {
    const file = await unsized('papers', { body: Buffer.from('a'), isPrivate: false })
    expect((await create({ isOpen: true, papers: [file] })).status).toBe(200)
    expect((await fetch(file.url)).status).toBe(403)
  })

  test('uploads an image of unannounced size', async () => {
    const signed = await post('/api/imgupload', {
      imageName: 'me.png',
      imageType: 'image/png',
      tableName: 'photo',
      columnName: 'image',
      projectId: projectId(),
      tableId: 'photos',
      isPrivate: true,
      multiple: false,
    })
    const { url } = signed.body as { url: string }
    expect((await put(url, PNG)).status).toBe(200)
    expect((await create({ image: described(url) })).status).toBe(200)
    expect((await fetch(url.split('?')[0] ?? '')).status).toBe(403)
  })
})
