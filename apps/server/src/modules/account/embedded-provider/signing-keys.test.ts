import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { openSecrets } from '../../../platform/secrets.ts';
import { openTestDatabase } from '../../../platform/testing/test-database.ts';
import { readSigningKeys, rotateSigningKeys } from './signing-keys.ts';

test('the signing key is replaced step by step, so that tokens of both are accepted for a while', async () => {
  const database = await openTestDatabase();
  const dataDir = await mkdtemp(`${tmpdir()}/keepsake-signing-`);
  const secrets = await openSecrets(database.db, { dataDir, secretKeys: null });
  const keyIds = async () => (await readSigningKeys(secrets)).jwks.keys.map(({ kid }) => kid);
  await expect(rotateSigningKeys(secrets, 'add')).rejects.toThrow('start Keepsake once');
  const [first] = await keyIds();
  await expect(rotateSigningKeys(secrets, 'use')).rejects.toThrow('start with add');
  await expect(rotateSigningKeys(secrets, 'remove')).rejects.toThrow('start with add');
  await rotateSigningKeys(secrets, 'add');
  const [, second] = await keyIds();
  expect(await keyIds()).toEqual([first, second]);
  await expect(rotateSigningKeys(secrets, 'add')).rejects.toThrow('there already is');
  await rotateSigningKeys(secrets, 'use');
  expect(await keyIds()).toEqual([second, first]);
  await rotateSigningKeys(secrets, 'remove');
  expect(await keyIds()).toEqual([second]);
  await database.stop();
  await rm(dataDir, { recursive: true });
});
