import { spawnSync } from 'node:child_process';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeDataDir, query, start, startInChild } from './embedded/testing/database-trial.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;
/** Without namespaces another user must be able to read the binaries, so the repository must not be in a private folder. */
const canOthersEnter =
  isRoot && spawnSync('ls', [process.cwd()], { uid: 65_534, gid: 65_534, stdio: 'ignore' }).status === 0;

describe('the embedded PostgreSQL', () => {
  test('keeps its rows from one start to the next, and the next is fast', async () => {
    const dataDir = await makeDataDir();
    const timed = async () => {
      const started = performance.now();
      return { ...(await start(dataDir)), took: performance.now() - started };
    };
    const first = await timed();
    await query(first.url, 'create table photo (name text)');
    await query(first.url, `insert into photo values ('sea.jpg')`);
    await first.stop();

    const second = await timed();
    // It does not create the database again, which takes many times as long on any machine.
    expect(second.took).toBeLessThan(first.took / 2);
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'select name from photo')).toEqual([{ name: 'sea.jpg' }]);
  });

  test('commits durably, with our settings', async () => {
    const { url } = await startInChild(await makeDataDir());
    const names = [
      'fsync',
      'full_page_writes',
      'synchronous_commit',
      'jit',
      'shared_buffers',
      'listen_addresses',
    ];
    const [row] = await query(url, `select ${names.map((name) => `current_setting('${name}') as ${name}`)}`);
    expect(row).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      jit: 'off',
      shared_buffers: '128MB',
      listen_addresses: process.platform === 'win32' ? '127.0.0.1' : '',
    });
  });

  test('requires its password, which only its owner can read', async () => {
    const dataDir = await makeDataDir();
    const { url } = await start(dataDir);
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
    expect((await stat(path.join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600);
  });

  test('runs in a private folder, beside another one, and under a path too long for a socket', async () => {
    const dataDir = await makeDataDir();
    await chmod(dataDir, 0o700);
    const [one, other] = await Promise.all([start(dataDir), start(path.join(dataDir, 'x'.repeat(120)))]);
    expect(await query(one.url, 'select 1 as n')).toEqual([{ n: 1 }]);
    expect(await query(other.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  test.runIf(canOthersEnter)(
    'runs as root without user namespaces, and uses them again when available',
    async () => {
      const dataDir = await makeDataDir();
      const plain = await start(dataDir, { tryUnshare: false });
      await query(plain.url, 'create table photo (name text)');
      await plain.stop();
      const { url } = await start(dataDir);
      expect(await query(url, 'select count(*) from photo')).toEqual([{ count: '0' }]);
    },
  );

  test.runIf(isRoot)(
    'says so if root has neither namespaces nor a folder that others can enter',
    async () => {
      const parent = await makeDataDir();
      await chmod(parent, 0o700);
      await expect(start(path.join(parent, 'data'), { tryUnshare: false })).rejects.toThrow(
        'PostgreSQL refuses to run as root',
      );
    },
  );
});

describe('a start that fails', () => {
  test('names the Keepsake that holds the folder', async () => {
    const dataDir = await makeDataDir();
    const { child } = await startInChild(dataDir);
    await expect(start(dataDir)).rejects.toThrow(`is in use by another Keepsake (pid ${child.pid})`);
  });

  test('says what is damaged', async () => {
    const dataDir = await makeDataDir();
    await (await start(dataDir)).stop();
    await writeFile(path.join(dataDir, 'postgres/data/global/pg_control'), 'x'.repeat(100));
    const failure = await startEmbeddedPostgres({ dataDir, log: console }).catch((error) => error);
    expect(failure.name).toBe('StartupError');
    expect(failure.message).toContain(`The database in ${dataDir}/postgres does not start`);
    expect(await readFile(path.join(dataDir, 'postgres/log'), 'utf8')).toContain('pg_control');
  });

  test('leaves the folder free for the next start', async () => {
    const dataDir = await makeDataDir();
    await writeFile(path.join(dataDir, 'postgres'), 'not a folder');
    await expect(start(dataDir)).rejects.toThrow();
    spawnSync('rm', [path.join(dataDir, 'postgres')]);
    await start(dataDir);
  });
});
