import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { ALPINE_TOKEN, beginProject, PICTURE, startProjects } from './projects.fixture.ts';

/** The JPEG with other dimensions in its header. */
function withSides(jpeg: Uint8Array<ArrayBuffer>, side: number): Uint8Array<ArrayBuffer> {
  const content = Buffer.from(jpeg);
  const frame = content.indexOf(Buffer.from([0xff, 0xc0]));
  content.writeUInt16BE(side, frame + 5);
  content.writeUInt16BE(side, frame + 7);
  return new Uint8Array(content);
}

let editor: Awaited<ReturnType<typeof startProjects>>;
beforeAll(async () => {
  editor = await startProjects();
});
afterAll(() => editor.stop());

describe('a project', () => {
  test('has a picture, which a newer one replaces', async () => {
    const { mia, code } = await beginProject(editor);
    const put = (content: Uint8Array<ArrayBuffer>, more: object = {}) =>
      editor.putPicture(code, { customerId: mia, content, ...more });
    const first = await put(PICTURE);
    expect(first.status).toBe(200);
    expect((await put(PICTURE)).body.pictureId).toBe(first.body.pictureId);
    const url = (await editor.list(mia)).items[0]?.pictureUrl ?? '';
    const shown = await fetch(`${editor.address}${url}/300`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await fetch(`${editor.address}${url}/4000`)).status).toBe(404);
    const refused = async (content: Uint8Array<ArrayBuffer>) => {
      const { status, body } = await put(content);
      return [status, body.code, body.detail];
    };
    expect(await refused(new TextEncoder().encode('no picture'))).toEqual([422, 'not-a-photo', undefined]);
    // A zip, whatever its name says.
    expect(await refused(Uint8Array.from(Buffer.from('PK\x03\x04'.padEnd(5_000))))).toEqual([
      422,
      'not-a-photo',
      undefined,
    ]);
    const cut = 'This picture is damaged, or a part of it is missing';
    expect(await refused(PICTURE.slice(0, -40))).toEqual([422, 'not-a-photo', cut]);
    const many = 'This picture has more than 250 megapixels';
    expect(await refused(withSides(PICTURE, 20_000))).toEqual([422, 'not-a-photo', many]);
    expect((await put(PICTURE, { sha256: '0'.repeat(64) })).status).toBe(400);
    expect((await editor.putPicture(code, { customerId: newCustomerId(), content: PICTURE })).status).toBe(
      404,
    );
    expect((await put(PICTURE, { token: ALPINE_TOKEN })).status).toBe(404);
    const other = new Uint8Array([...PICTURE, 0]);
    expect((await put(other)).status).toBe(200);
    expect((await fetch(`${editor.address}${url}/300`)).status).toBe(404);
    await editor.run('purge-order-files');
    const keys = [300, 800].map((size) => `project-pictures/${mia}/${first.body.pictureId}.${size}.jpg`);
    for (const key of keys) expect(await editor.objects.size(key)).toBeNull();
  });

  test('that disappears while its picture is received is not found', async () => {
    const { mia, code } = await beginProject(editor);
    const { putFile } = editor.objects;
    vi.spyOn(editor.objects, 'putFile').mockImplementationOnce(async (...file) => {
      await putFile(...file);
      await editor.db.deleteFrom('projects').where('user_id', '=', mia).execute();
    });
    expect((await editor.putPicture(code, { customerId: mia, content: PICTURE })).status).toBe(404);
  });

  test('shows its first photo until it has a picture, unless the library is hidden', async () => {
    const { mia } = await beginProject(editor, 1);
    await editor.db
      .updateTable('photos')
      .set({ thumbnail_state: 'success' })
      .where('user_id', '=', mia)
      .execute();
    const picture = async () => (await editor.list(mia)).items[0]?.pictureUrl;
    expect(await picture()).toContain(mia);
    editor.library.isHidden = true;
    expect(await picture()).toBeNull();
    editor.library.isHidden = false;
  });
});
