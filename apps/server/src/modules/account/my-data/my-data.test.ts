import { execFileSync } from 'node:child_process';
import { MY_DATA_VALID_DAYS } from '@keepsake/contracts/account/my-data';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { testZip } from '../../../platform/archive/testing/zip-tools.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/clock.ts';
import { unprovenAddressesOf } from '../../../platform/testing/unproven-addresses.ts';
import { setBrandWording } from '../../../testing/brand-wording.ts';
import { addCustomer } from '../../../testing/customers.ts';
import { areaOf, findTraces } from '../../../testing/erase-customer.ts';
import { startMyData, type TestMyData } from './my-data.fixture.ts';

let world: TestMyData;
beforeAll(async () => {
  world = await startMyData();
});
afterAll(() => world.stop());
afterEach(() => {
  world.area.rows = 3;
  world.area.before = undefined;
  vi.restoreAllMocks();
});

/** Unpacks a zip with Python after unzip and 7z have tested it: the text of each file by its name. */
function unpack(file: string): Record<string, string> {
  for (const tool of ['unzip', '7z'] as const) testZip(tool, file);
  const script =
    'import sys,json,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n' +
    'print(json.dumps({n:z.read(n).decode() for n in z.namelist()}))';
  return JSON.parse(execFileSync('python3', ['-c', script, file], { encoding: 'utf8', maxBuffer: 1e9 }));
}

/** Requests the data, runs the jobs and returns the archive. */
async function make(customerId: CustomerId) {
  expect((await world.ask(customerId, 'POST')).status).toBe(202);
  await world.work();
  const { archive } = (await world.ask(customerId)).body;
  if (archive?.status !== 'READY') throw new Error(`It is ${archive?.status}`);
  return archive;
}

const urlOf = async (customerId: CustomerId, archiveId: string) =>
  (await world.ask(customerId, 'GET', `/${archiveId}/url`)).body.url;

describe("'my data'", () => {
  test('is one zip with rows, their schemas and an explanation, which every reader opens', async () => {
    const anna = await addCustomer(world.db, { channel: 'bildersonn' });
    const archive = await make(anna);
    const file = await world.save(await urlOf(anna, archive.archiveId));
    const files = unpack(file);
    const names = ['notes', 'nothing', 'my-data-requests', 'photo-exports'];
    expect(Object.keys(files)).toEqual([
      'LIESMICH.txt',
      ...names.map((name) => `${name}.json`),
      ...names.map((name) => `schemas/${name}.schema.json`),
    ]);
    const text = `Grüße — 花火 "${anna}"`;
    expect(JSON.parse(files['notes.json'] ?? '')).toEqual([0, 1, 2].map((index) => ({ index, text })));
    expect(files['nothing.json']).toBe('[]\n');
    for (const name of names) {
      const schema = z.fromJSONSchema(JSON.parse(files[`schemas/${name}.schema.json`] ?? ''));
      const rows = JSON.parse(files[`${name}.json`] ?? '');
      expect(schema.safeParse(rows).error).toBeUndefined();
      expect(schema.safeParse([{ ...rows[0], more: 1 }]).success).toBe(false);
    }
    expect(files['LIESMICH.txt']).toMatch(/Dateien mit Einträgen:\n- notes\.json\n- my-data-requests\.json/);
    expect(files['LIESMICH.txt']).toMatch(/weil es nichts aufzulisten gibt:\n- nothing\.json/);
    expect(archive).toMatchObject({ photos: null });
  });

  test('has the wording of its brand', async () => {
    const wording = {
      'file.readme': 'WELCOME.txt',
      'readme.full': 'Filled:',
      'file.zip': 'All of {day}.zip',
    };
    setBrandWording('pennyfern', 'en-GB', { 'my-data': wording });
    const anna = await addCustomer(world.db);
    const url = await urlOf(anna, (await make(anna)).archiveId);
    const { headers } = await fetch(world.address + url, { method: 'HEAD' });
    expect(headers.get('content-disposition')).toMatch(/filename="All of [\d-]+\.zip"/);
    expect(unpack(await world.save(url))['WELCOME.txt']).toContain('Filled:\n- notes.json');
  });

  test('includes the photos as an export, on the same page and in the same mail', async () => {
    const anna = await addCustomer(world.db);
    await world.addPhoto(anna);
    const archive = await make(anna);
    expect(archive.photos).toMatchObject({ parts: [{ iteration: 0 }], missing: 0 });
    const { body } = await world.ask(anna, 'GET', `/${archive.archiveId}/photos/0/url`);
    const photos = await world.save(body.url);
    for (const tool of ['unzip', '7z'] as const) testZip(tool, photos);
    const mails = await world.mailsTo(anna);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your data is ready to download']);
    expect(mails[0]?.text_body).toMatch(/settings\/my-data/);
    expect(mails[0]?.text_body).not.toMatch(/\/media\//);
    const { body: exports } = await world.call<{ items: unknown[] }>(anna, 'GET', '/photo-exports/backups');
    expect(exports.items).toEqual([]);
  });

  test('is announced separately if the customer requests only the photos in the meantime', async () => {
    const anna = await addCustomer(world.db);
    await world.addPhoto(anna);
    await world.ask(anna, 'POST');
    await world.call(anna, 'POST', '/photo-exports/backups', { channel: 'pennyfern' });
    await world.work();
    const mails = await world.mailsTo(anna);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Your data is ready to download',
      'Your photo export is ready',
    ]);
  });

  test('is made once for two simultaneous tabs, and while it runs', async () => {
    const anna = await addCustomer(world.db);
    const requested = await Promise.all([1, 2, 3].map(() => world.ask(anna, 'POST')));
    const ids = new Set(requested.map(({ body }) => (body as unknown as { archiveId: string }).archiveId));
    expect([requested.map(({ status }) => status), ids.size]).toEqual([[202, 202, 202], 1]);
    await world.work(2);
    expect(await world.mailsTo(anna)).toHaveLength(1);
  });

  test('reports its progress, to open screens too', async () => {
    const anna = await addCustomer(world.db);
    expect((await world.ask(anna)).body).toEqual({ archive: null });
    const { body } = await world.ask(anna, 'POST');
    expect(body).toMatchObject({ status: 'REQUESTED', done: 0, total: 9 });
    const pushed = await world.listen<{ type: string }>(anna);
    await world.work();
    await expect.poll(() => pushed.at(-1)?.type).toBe('my-data-changed');
  });

  test('needs a recent sign-in, and is for its customer only', async () => {
    const [anna, noah] = [await addCustomer(world.db), await addCustomer(world.db)];
    const archive = await make(anna);
    const url = await urlOf(anna, archive.archiveId);
    expect((await world.ask(noah)).body).toEqual({ archive: null });
    for (const below of [`/${archive.archiveId}/url`, `/${archive.archiveId}/photos/0/url`])
      expect((await world.ask(noah, 'GET', below)).status).toBe(404);
    expect((await fetch(world.address + url)).status).toBe(200);
    for (const wrong of [url.replace(anna, noah), ...unprovenAddressesOf(url)])
      expect((await fetch(world.address + wrong)).status).toBe(404);
    const old = await world.tokenFor(anna, { auth_time: Math.floor(Date.now() / 1000) - 600 });
    const path = '/api/customers/customers/me/mydata';
    const headers = { authorization: `Bearer ${old}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ channel: 'pennyfern' });
    for (const [method, below] of [
      ['POST', ''],
      ['GET', `/${archive.archiveId}/url`],
    ] as const) {
      const sent = method === 'POST' ? body : undefined;
      const answer = await fetch(world.address + path + below, { method, headers, body: sent });
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining('max_age="300"'),
      ]);
    }
  });

  test('is limited per day', async () => {
    const anna = await addCustomer(world.db);
    for (let time = 0; time < 3; time++) await make(anna);
    expect((await world.ask(anna, 'POST')).status).toBe(429);
    world.clock.now = new Date(world.clock.now.getTime() + 25 * HOUR_MS);
    expect((await world.ask(anna, 'POST')).status).toBe(202);
  });

  test('is ready without a mail if no address is known', async () => {
    const anna = await addCustomer(world.db, { email: '' });
    await make(anna);
    const { rows } = { rows: await world.db.selectFrom('outbox_mails').selectAll().execute() };
    expect(rows.filter(({ recipient }) => recipient === '')).toEqual([]);
  });

  test('is not available after the account was closed, not even by an earlier address', async () => {
    const anna = await addCustomer(world.db);
    const url = await urlOf(anna, (await make(anna)).archiveId);
    expect((await fetch(world.address + url)).status).toBe(200);
    const closed = { deleted_at: new Date() };
    await world.db.updateTable('customers').set(closed).where('user_id', '=', anna).execute();
    expect((await fetch(world.address + url)).status).toBe(404);
  });
});

describe('an archive', () => {
  test('continues after an interruption with the file that it was at', async () => {
    const anna = await addCustomer(world.db);
    const { body } = await world.ask(anna, 'POST');
    const archiveId = (body as unknown as { archiveId: string }).archiveId;
    const aborting = new AbortController();
    let read = 0;
    world.area.rows = 20_000;
    world.area.before = (index) => {
      read++;
      if (index === 15_000) aborting.abort(new Error('stopping'));
    };
    const attempt = { attempt: 8, maxAttempts: 8, signal: aborting.signal };
    await expect(world.run('make-my-data', { customerId: anna, archiveId }, attempt)).rejects.toThrow(
      'stopping',
    );
    expect((await world.ask(anna)).body.archive).toMatchObject({ status: 'IN_PROGRESS', done: 0 });
    read = 0;
    await world.work();
    const { archive } = (await world.ask(anna)).body;
    expect([archive?.status, read]).toEqual(['READY', 20_000]);
    const files = unpack(await world.save(await urlOf(anna, archiveId)));
    expect(JSON.parse(files['notes.json'] ?? '')).toHaveLength(20_000);
  });

  test('that fails says so, with a mail, and can be requested again', async () => {
    const anna = await addCustomer(world.db);
    const { body } = await world.ask(anna, 'POST');
    const archiveId = (body as unknown as { archiveId: string }).archiveId;
    world.area.before = () => Promise.reject(new Error('broken'));
    const run = (attempt: number) =>
      world.run('make-my-data', { customerId: anna, archiveId }, { attempt, maxAttempts: 8 });
    await expect(run(1)).rejects.toThrow('broken');
    expect((await world.ask(anna)).body.archive?.status).toBe('IN_PROGRESS');
    await run(8);
    expect((await world.ask(anna)).body.archive?.status).toBe('FAILED');
    world.area.before = undefined;
    await make(anna);
    const subjects = (await world.mailsTo(anna)).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual([
      'Your data could not be prepared',
      'Your data is ready to download',
    ]);
  });

  test('whose files the store has lost fails rather than breaking off', async () => {
    const anna = await addCustomer(world.db);
    const { archiveId } = await make(anna);
    const [first = ''] = await world.stored(anna);
    await world.objects.remove([first]);
    expect((await world.ask(anna, 'GET', `/${archiveId}/url`)).status).toBe(404);
    expect((await world.ask(anna)).body.archive?.status).toBe('FAILED');
  });

  test('is kept for seven days and then deleted from the store; so is a replaced one', async () => {
    const anna = await addCustomer(world.db);
    const { archiveId, expires } = await make(anna);
    const url = await urlOf(anna, archiveId);
    const startedAt = world.clock.now.getTime();
    expect(Date.parse(expires)).toBe(startedAt + MY_DATA_VALID_DAYS * DAY_MS);
    world.clock.now = new Date(startedAt + DAY_MS + 1);
    await world.run('check-my-data');
    expect((await world.ask(anna)).body.archive?.status).toBe('READY');
    const newer = await make(anna);
    await world.run('check-my-data');
    expect((await world.stored(anna)).filter((key) => key.includes(archiveId))).toEqual([]);
    expect(await world.stored(anna)).not.toEqual([]);
    world.clock.now = new Date(startedAt + 8 * DAY_MS + 2);
    expect((await world.ask(anna)).body.archive).toBeNull();
    expect((await world.ask(anna, 'GET', `/${newer.archiveId}/url`)).status).toBe(404);
    expect((await fetch(world.address + url)).status).toBe(404);
    const held = vi.spyOn(world.objects, 'remove').mockResolvedValue(false);
    await world.run('check-my-data');
    expect(await world.stored(anna)).not.toEqual([]);
    held.mockRestore();
    await world.run('check-my-data');
    expect(await world.stored(anna)).toEqual([]);
    const rows = await world.db.selectFrom('my_data_archives').select('user_id').execute();
    expect(rows.filter(({ user_id }) => user_id === anna)).toEqual([]);
  });

  test('whose job was lost gets another, and fails after two days', async () => {
    const anna = await addCustomer(world.db);
    await world.ask(anna, 'POST');
    const jobs = () => world.db.deleteFrom('graphile_worker._private_jobs' as never).execute();
    await jobs();
    await world.run('check-my-data');
    await world.work();
    expect((await world.ask(anna)).body.archive?.status).toBe('READY');
    await world.ask(anna, 'POST');
    await jobs();
    world.clock.now = new Date(world.clock.now.getTime() + 2 * DAY_MS + 1);
    await world.run('check-my-data');
    expect((await world.ask(anna)).body.archive?.status).toBe('FAILED');
  });

  test('is erased with its files, and only those of its customer', async () => {
    const [anna, noah] = [await addCustomer(world.db), await addCustomer(world.db)];
    for (const customerId of [anna, noah]) await make(customerId);
    const data = areaOf(world.db, world.modules[0]);
    const closing = { closedAt: new Date(), emails: [] };
    const held = vi.spyOn(world.objects, 'remove').mockResolvedValue(false);
    expect(await data.erase(anna, closing)).toBeInstanceOf(Date);
    held.mockRestore();
    expect(await data.erase(anna, closing)).toBeNull();
    expect(await data.erase(anna, closing)).toBeNull();
    const traces = (await findTraces(world, [anna])).filter((trace) =>
      /^(object |file |public\.my_data)/.test(trace),
    );
    expect(traces).toEqual([]);
    expect((await world.ask(noah)).body.archive?.status).toBe('READY');
  });

  test('of 100,000 rows needs little memory', { timeout: 60_000 }, async () => {
    const anna = await addCustomer(world.db);
    world.area.rows = 100_000;
    let most = 0;
    world.area.before = (index) => {
      if (index % 5_000 === 0) most = Math.max(most, process.memoryUsage().arrayBuffers);
    };
    const before = process.memoryUsage().arrayBuffers;
    const archive = await make(anna);
    expect(archive.bytes).toBeGreaterThan(8_000_000);
    expect(most - before).toBeLessThan(archive.bytes);
  });
});
