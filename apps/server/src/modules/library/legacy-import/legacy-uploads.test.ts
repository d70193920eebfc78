import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOBODY } from '../../../platform/ids.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { refuseRows } from '../../../testing/refuse-rows.ts';
import { type ActivationWorld, makePhoto, startActivationWorld } from './activation.fixture.ts';
import { readIntake, takeInUploads } from './index.ts';

let world: ActivationWorld;
let folder: string;
beforeAll(async () => {
  world = await startActivationWorld();
  folder = await mkdtemp(path.join(tmpdir(), 'keepsake-legacy-'));
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true });
});

const [anna, noah] = [newCustomerId(), newCustomerId()];
const findByEmail = async (emails: readonly string[]) =>
  new Map(emails.filter((email) => /^anna@example\.com$/i.test(email)).map((email) => [email, [anna]]));
const read = (customer: CustomerId, id: string, accountId = customer) =>
  world.call(customer, 'GET', `/storage/uploads/${id}?accountId=${accountId}`);
const anonymous = async (customer: CustomerId, ...ids: string[]) =>
  (await world.call(customer, 'POST', '/storage/getanonymousuploads', { ids })).body.items;

async function takeIn(place: string) {
  const { intakes, faults } = await readIntake(place);
  if (faults) throw new Error(faults.join('\n'));
  const outcomes = await takeInUploads({ db: world.db, objects: world.objects, findByEmail }, intakes);
  return outcomes.map((outcome) => (outcome.state === 'refused' ? outcome.fault : outcome.state));
}

async function writeList(uploads: object[]) {
  const file = path.join(folder, `${randomUUID()}.json`);
  await writeFile(file, JSON.stringify({ uploads }));
  return file;
}

describe('reading legacy uploads', () => {
  test('returns an upload only to its account [UPL-03, API-12]', async () => {
    const id = await world.addLegacy(anna, Buffer.from('a'));
    const { body } = await read(anna, id);
    expect(body).toMatchObject({ id, accountId: anna, fileName: `${id}.jpg`, bytes: 1, state: 'waiting' });
    const unknown = await read(noah, randomUUID());
    expect(unknown.status).toBe(404);
    for (const account of [anna, noah]) expect((await read(noah, id, account)).status).toBe(404);
    expect((await read(anna, id, noah)).status).toBe(404);
    const bare = await fetch(`${world.installation.nodes[0]?.address}/api/storage/uploads/${id}`);
    expect(bare.status).toBe(401);
  });

  test('returns unowned uploads by their ids, and nothing of customers [UPL-04, API-12]', async () => {
    const [hers, nobodys] = [
      await world.addLegacy(anna, Buffer.from('a')),
      await world.addLegacy(NOBODY, Buffer.from('b')),
    ];
    const items = await anonymous(noah, nobodys, hers, randomUUID());
    expect(items.map(({ id }) => id)).toEqual([nobodys]);
    expect(items[0]).not.toHaveProperty('accountId');
    expect((await read(noah, nobodys)).status).toBe(404);
    const bare = await fetch(`${world.installation.nodes[0]?.address}/api/storage/getanonymousuploads`, {
      method: 'POST',
    });
    expect(bare.status).toBe(401);
  });
});

describe('receiving legacy uploads', () => {
  test('refuses a file that fails, a link and a pipe, and takes the others', async () => {
    const place = path.join(folder, randomUUID(), 'anna@example.com');
    await mkdir(place, { recursive: true });
    await symlink('/etc/hostname', path.join(place, 'b-link.jpg'));
    await promisify(execFile)('mkfifo', [path.join(place, 'c-pipe.jpg')]);
    for (const name of ['a-refused.jpg', 'd-good.jpg'])
      await writeFile(path.join(place, name), await makePhoto());
    await using _refused = await refuseRows(world.db, {
      table: 'legacy_uploads',
      when: 'insert',
      condition: `new.file_name = 'a-refused.jpg'`,
    });
    const names = ['a-refused.jpg', 'b-link.jpg', 'c-pipe.jpg', 'd-good.jpg'];
    const uploads = names.map((name) => ({
      id: randomUUID(),
      owner: 'anna@example.com',
      file: path.join(place, name),
    }));
    expect(await takeIn(await writeList(uploads))).toEqual([
      'failed: refused by a test',
      'cannot be opened, or is a link (ELOOP)',
      'is not a file',
      'taken in',
    ]);
  });

  test('accepts a list once, whatever is repeated, and refuses invalid entries', async () => {
    await writeFile(path.join(folder, 'a.jpg'), await makePhoto());
    const id = randomUUID();
    const list = await writeList([
      {
        id,
        owner: 'Anna@example.com',
        file: 'a.jpg',
        fileName: 'Beach.jpg',
        uploaded: '2012-05-06T07:08:09Z',
      },
      { id: randomUUID(), owner: 'mia@example.com', file: 'a.jpg' },
      { id: randomUUID(), owner: 'anna@example.com', file: 'b.jpg' },
    ]);
    const refused = ['mia@example.com is not a customer', 'the file does not exist'];
    expect(await takeIn(list)).toEqual(['taken in', ...refused]);
    expect(await takeIn(list)).toEqual(['was there', ...refused]);
    const { body } = await read(anna, id);
    expect(body).toMatchObject({ fileName: 'Beach.jpg', uploaded: '2012-05-06T07:08:09.000Z' });
  });

  test('assigns an unowned upload to the customer that a later list names', async () => {
    await writeFile(path.join(folder, 'n.jpg'), await makePhoto());
    const upload = { id: randomUUID(), file: 'n.jpg' };
    expect(await takeIn(await writeList([upload]))).toEqual(['taken in']);
    expect(await anonymous(noah, upload.id)).toHaveLength(1);
    const owned = await writeList([{ ...upload, owner: 'anna@example.com' }]);
    expect(await takeIn(owned)).toEqual(['claimed']);
    expect(await anonymous(noah, upload.id)).toHaveLength(0);
    expect((await read(anna, upload.id)).status).toBe(200);
  });

  test('accepts a folder of folders named by email addresses, once', async () => {
    const root = path.join(folder, 'folders');
    await mkdir(path.join(root, 'anna@example.com/2012'), { recursive: true });
    await writeFile(path.join(root, 'anna@example.com/2012/c.jpg'), await makePhoto());
    expect(await takeIn(root)).toEqual(['taken in']);
    expect(await takeIn(root)).toEqual(['was there']);
  });

  test.each([
    ['{', 'The list is not valid JSON'],
    ['{"uploads":[{"id":"x","file":"a"}]}', 'uploads.0.id: '],
  ])('says what is wrong with the list %s', async (text, fault) => {
    const file = path.join(folder, 'bad.json');
    await writeFile(file, text);
    expect((await readIntake(file)).faults?.join()).toContain(fault);
  });
});
