import { execFile } from 'node:child_process';
import { chmod, chown, link, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { createListReader } from './index.ts';
import { useFtpFolders } from './order-lists.fixture.ts';

const { world, ftp } = useFtpFolders();

/** Another customer's file, which is taken whatever the first customer sends. */
async function addNeighbour() {
  const { customerId, home } = await ftp.addHome();
  await ftp.put('orders.xml', await ftp.sample('xml', customerId), { into: home });
  return { hasOrdered: async () => (await ftp.orders(customerId)).length === 1 };
}

const order = (content: string) => `<orders account="x"><order>${content}</order></orders>`;

test.each([
  'März.csv',
  'Bestellung März.csv',
  'a&b.csv',
  "o'k.csv",
  '1,2.csv',
  '_x.csv',
  '-x.csv',
  'semi;colon.csv',
  '注文.csv',
  'سفارش‌ها.csv',
  '👨‍👩‍👧.csv',
])('a file is taken whatever its name is: %s', async (name) => {
  await ftp.put(name, await ftp.sample('csv'));
  const { taken, failed } = await ftp.take();
  expect(failed).toEqual([]);
  expect(taken).toMatchObject([{ name, state: 'taken', orders: 1 }]);
  expect(await ftp.files('done')).toEqual([name]);
});

describe('a file that is built to stop the others', () => {
  test.each<[string, string, string]>([
    ['an element with the name of a constructor', 'not-xml', order('<constructor>1</constructor>')],
    ['an element with the name of a prototype', 'not-xml', order('<__proto__>1</__proto__>')],
    ['a reference to NUL', 'not-xml', order('<name>A&#0;B</name>')],
    ['a reference beyond Unicode', 'not-xml', order('<name>A&#x110000;</name>')],
    ['a reference to half a pair', 'not-xml', order('<name>A&#xD800;</name>')],
    ['200 levels', 'not-xml', order('<a>'.repeat(200) + '</a>'.repeat(200))],
    ['100,000 levels', 'not-xml', order('<a>'.repeat(100_000) + '</a>'.repeat(100_000))],
    ['comments that begin in CDATA', 'other-account', order(`<![CDATA[${'<!--'.repeat(40_000)}]]>`)],
    ['comments that never end', 'not-xml', order('<!--'.repeat(1_000_000))],
    ['five megabytes of elements', 'other-account', order('<a/>'.repeat(1_200_000))],
    ['five megabytes of attributes', 'not-xml', `<orders ${'a="b" '.repeat(800_000)}/>`],
  ])('is rejected with its reason, and theirs are taken: %s', async (_what, code, text) => {
    const neighbour = await addNeighbour();
    await ftp.put('bad.xml', text);
    const { failed } = await ftp.take();
    expect(failed).toEqual([]);
    expect((await ftp.lists()).map(({ faults }) => faults.map((fault) => fault.code))).toEqual([[code]]);
    expect(await ftp.files('rejected')).toEqual(['bad.xml', 'bad.xml.txt']);
    expect(await neighbour.hasOrdered()).toBe(true);
    expect(await ftp.take()).toMatchObject({ taken: [], failed: [] });
  });

  test.each(['toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', '__toString', 'isPrototypeOf'])(
    'with an element named %s is told so in its own words',
    async (name) => {
      const text = (await ftp.sample('xml'))
        .replace('<item>', `<${name}>1</${name}><item>`)
        .replace('<article>', `<${name}>1</${name}><article>`);
      await ftp.put('bad.xml', text);
      await ftp.take();
      expect((await ftp.lists())[0]?.faults).toMatchObject([
        { code: 'unknown', value: name },
        { code: 'unknown', value: name },
      ]);
      expect(await ftp.reasons('bad.xml')).toContain(`The field ${name} is unknown.`);
    },
  );

  test('with a name that nobody can type is printed, and theirs are taken', async () => {
    const neighbour = await addNeighbour();
    const names = ['a\nb.csv', `${'x'.repeat(205)}.csv`, 'a\u202eb.xml'];
    for (const name of names) await ftp.put(name, 'no matter');
    const { failed, taken } = await ftp.take();
    expect(failed.map(({ place }) => path.basename(place)).toSorted()).toEqual(names.toSorted());
    expect(failed[0]?.error.message).toContain('its name');
    expect(taken).toHaveLength(1);
    expect(await neighbour.hasOrdered()).toBe(true);
  });

  test('is rejected if it takes too long, and the next file has a new process', async () => {
    const neighbour = await addNeighbour();
    await ftp.put('slow.xml', order('<a/>'.repeat(1_200_000)));
    await using impatient = createListReader(20);
    await ftp.take({
      lists: { ...impatient, read: (file) => (isSlow(file.bytes) ? impatient : world.deps.lists).read(file) },
    });
    expect((await ftp.lists())[0]?.faults).toMatchObject([{ code: 'unreadable' }]);
    expect(await ftp.reasons('slow.xml')).toContain('takes too long');
    expect(await neighbour.hasOrdered()).toBe(true);
  });
  const isSlow = (bytes: Uint8Array) => bytes.length > 100_000;

  test('with thousands of faults keeps the first 200', async () => {
    const text = (await ftp.sample('xml')).replace(
      '<item>',
      `${Array.from({ length: 5_000 }, (_, at) => `<f${at}>1</f${at}>`).join('')}<item>`,
    );
    await ftp.put('bad.xml', text);
    await ftp.take();
    expect((await ftp.lists())[0]?.faults).toHaveLength(200);
  });

  test('is left if no process can read it, and nothing is said about it', async () => {
    await ftp.put('good.xml', await ftp.sample('xml'));
    const read = () => Promise.reject(new Error('no memory'));
    expect((await ftp.take({ lists: { ...world.deps.lists, read } })).failed).toMatchObject([
      { place: expect.stringMatching(/good\.xml$/), error: { message: 'no memory' } },
    ]);
    expect(await ftp.lists()).toEqual([]);
    expect((await ftp.take()).taken).toMatchObject([{ state: 'taken' }]);
  });
});

describe('a link', () => {
  const elsewhere = (...names: string[]) => path.join(ftp.root, 'elsewhere', ...names);
  const KEYS = 'ssh-ed25519 the keys of an operator';
  beforeEach(async () => {
    await mkdir(elsewhere());
    await writeFile(elsewhere('authorized_keys'), KEYS);
  });
  const isUntouched = async () => (await readFile(elsewhere('authorized_keys'), 'utf8')) === KEYS;

  test.each(['in', 'done', 'rejected'])(
    'in place of the folder %s is not followed, and nothing is ordered',
    async (folder) => {
      const neighbour = await addNeighbour();
      await ftp.put('orders.xml', await ftp.sample('xml'));
      if (folder === 'in') await rename(path.join(ftp.home, 'in'), elsewhere('in'));
      await symlink(elsewhere(folder === 'in' ? 'in' : ''), path.join(ftp.home, folder));
      const { failed } = await ftp.take();
      expect(failed.map(({ error }) => error.name)).toEqual(['LinkRefused']);
      expect(await ftp.orders()).toEqual([]);
      expect(await neighbour.hasOrdered()).toBe(true);
    },
  );

  test('in place of the home folder is not followed', async () => {
    await ftp.put('orders.xml', await ftp.sample('xml'));
    await rename(ftp.home, elsewhere('home'));
    await symlink(elsewhere('home'), ftp.home);
    expect((await ftp.take()).failed).toHaveLength(1);
    expect(await ftp.orders()).toEqual([]);
  });

  test.each(['to a file', 'to nothing yet'])(
    '%s with the name of the reasons is not written through',
    async (where) => {
      const target = elsewhere(where === 'to a file' ? 'authorized_keys' : 'new-file');
      await mkdir(path.join(ftp.home, 'rejected'));
      await symlink(target, path.join(ftp.home, 'rejected', 'bad.xml.txt'));
      await ftp.put('bad.xml', 'not XML');
      expect((await ftp.take()).failed).toEqual([]);
      expect(await isUntouched()).toBe(true);
      await expect(readFile(elsewhere('new-file'))).rejects.toThrow('ENOENT');
      const files = await ftp.files('rejected');
      expect(files).toHaveLength(3);
      expect(files.filter((name) => name.startsWith('bad-'))).toHaveLength(2);
    },
  );

  test('with the name of a file, or another name of somebody’s file, is not read, and is told', async () => {
    await symlink(elsewhere('authorized_keys'), path.join(ftp.home, 'in', 'a.csv'));
    await link(elsewhere('authorized_keys'), path.join(ftp.home, 'in', 'b.csv'));
    const { taken, failed } = await ftp.take();
    expect(taken).toEqual([]);
    expect(failed.map(({ place, error }) => [path.basename(place), error.message])).toEqual([
      ['a.csv', 'it is a link'],
      ['b.csv', 'the same file has another name as well'],
    ]);
    expect(await ftp.files('in')).toEqual(['a.csv', 'b.csv']);
  });

  test('that replaces a folder while its file is read is not followed', async () => {
    await ftp.put('bad.xml', 'not XML');
    const read = async (file: Parameters<typeof world.deps.lists.read>[0]) => {
      await rename(path.join(ftp.home, 'rejected'), path.join(ftp.home, 'old'));
      await symlink(elsewhere(), path.join(ftp.home, 'rejected'));
      await rename(path.join(ftp.home, 'in'), path.join(ftp.home, 'old-in'));
      await symlink(elsewhere(), path.join(ftp.home, 'in'));
      return world.deps.lists.read(file);
    };
    expect((await ftp.take({ lists: { ...world.deps.lists, read } })).failed).toEqual([]);
    expect(await ftp.files('old')).toEqual(['bad.xml', 'bad.xml.txt']);
    expect(await ftp.files('../elsewhere')).toEqual(['authorized_keys']);
  });
});

const NOBODY = 65_534;
/** Acts without the rights of the superuser, as whom tests may run and who may read everything. */
async function asNobody<Done>(owned: readonly string[], act: () => Promise<Done>): Promise<Done> {
  if (process.geteuid?.() !== 0) return act();
  for (const place of owned) await chown(place, NOBODY, NOBODY);
  process.seteuid?.(NOBODY);
  try {
    return await act();
  } finally {
    process.seteuid?.(0);
  }
}

describe('what is no file', () => {
  test('is left and told, each with its reason: a pipe that nobody writes to, a folder, a socket', async () => {
    const neighbour = await addNeighbour();
    const sent = (name: string) => path.join(ftp.home, 'in', name);
    await promisify(execFile)('mkfifo', [sent('pipe.csv')]);
    await mkdir(sent('folder.xml'));
    const socket = createServer();
    await new Promise<void>((listen) => socket.listen(sent('socket.csv'), listen));
    try {
      const { failed } = await ftp.take();
      expect(failed.map(({ place, error }) => [path.basename(place), error.message])).toEqual([
        ['folder.xml', 'it is a folder'],
        ['pipe.csv', 'it is a pipe'],
        ['socket.csv', 'it is a socket'],
      ]);
      expect(await ftp.files('in')).toEqual(['folder.xml', 'pipe.csv', 'socket.csv']);
      expect(await neighbour.hasOrdered()).toBe(true);
    } finally {
      await new Promise((closed) => socket.close(closed));
    }
  });

  test('and nobody would take for one is told, too, and fails nothing', async () => {
    for (const name of ['orders.xlsx', 'orders.csv.txt', '.orders.csv']) await ftp.put(name, 'no matter');
    await ftp.put('growing.csv.part', 'no matter', { ageMs: 0 });
    await mkdir(path.join(ftp.home, 'in', 'archive'));
    const { failed, skipped } = await ftp.take();
    expect(failed).toEqual([]);
    expect(skipped.map(({ place, reason }) => [path.basename(place), reason])).toEqual([
      ['archive', 'it is a folder'],
      ['orders.csv.txt', 'its name ends in neither .xml nor .csv'],
      ['orders.xlsx', 'its name ends in neither .xml nor .csv'],
    ]);
  });

  test('and may not be read is told with the reason, and is taken once it may', async () => {
    await ftp.put('orders.csv', await ftp.sample('csv'));
    const file = path.join(ftp.home, 'in', 'orders.csv');
    await chmod(file, 0o000);
    const { failed } = await asNobody([ftp.root, ftp.home, path.dirname(file), file], () => ftp.take());
    expect(failed.map(({ error }) => error.message)).toEqual(['it cannot be read (EACCES)']);
    await chmod(file, 0o600);
    expect((await ftp.take()).taken).toMatchObject([{ name: 'orders.csv', state: 'taken' }]);
  });

  test('in place of the folder for taken files is reported, and the others go on', async () => {
    const neighbour = await addNeighbour();
    await writeFile(path.join(ftp.home, 'done'), 'a file');
    await ftp.put('orders.xml', await ftp.sample('xml'));
    expect((await ftp.take()).failed).toHaveLength(1);
    expect(await ftp.orders()).toEqual([]);
    expect(await neighbour.hasOrdered()).toBe(true);
    await rm(path.join(ftp.home, 'done'));
    expect((await ftp.take()).taken).toMatchObject([{ state: 'taken' }]);
  });

  test('replaced while it was read is another file', async () => {
    await ftp.put('orders.xml', 'not XML');
    const read = async (file: Parameters<typeof world.deps.lists.read>[0]) => {
      await rm(path.join(ftp.home, 'in', 'orders.xml'));
      await ftp.put('orders.xml', await ftp.sample('xml'));
      return world.deps.lists.read(file);
    };
    await ftp.take({ lists: { ...world.deps.lists, read } });
    expect(await ftp.files('in')).toEqual(['orders.xml']);
    expect((await ftp.take()).taken).toMatchObject([{ state: 'taken' }]);
    expect(await ftp.orders()).toHaveLength(1);
  });
});
