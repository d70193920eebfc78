import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../../platform/testing/test-database.ts';
import { createPasswords } from '../credentials/passwords.ts';
import { createAccount } from './create-account.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

const wanted = {
  name: 'Anna',
  password: 'tulips in the rain',
  identityType: 'consumer',
  channel: 'c',
  locale: 'sv-SE',
} as const;

async function make(email: string, onAccountChanged: () => Promise<void> = async () => undefined) {
  const deps = {
    db: database.db,
    clock: () => new Date(),
    passwords: await createPasswords(),
    onAccountChanged,
  };
  return createAccount(deps, { ...wanted, email });
}

describe('creating an account', () => {
  test('is a conflict when the address has one, in any case', async () => {
    await make('anna@example.com');
    await expect(make('Anna@Example.com')).rejects.toMatchObject({ code: 'conflict' });
  });

  test('leaves nothing behind when the customer cannot be created', async () => {
    await expect(make('berta@example.com', () => Promise.reject(new Error('no customer')))).rejects.toThrow(
      'no customer',
    );
    await expect(make('berta@example.com')).resolves.toHaveProperty('email', 'berta@example.com');
  });

  test('refuses a list of addresses', async () => {
    await expect(make('a@b.com,evil@x.com')).rejects.toThrow(RangeError);
  });
});

describe('passwords', () => {
  test('are stored as argon2id with 19 MiB, two passes and one lane', async () => {
    const passwords = await createPasswords();
    const hash = await passwords.hash('tulips in the rain');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.isCorrect(hash, 'tulips in the rain')).toBe(true);
    expect(await passwords.isCorrect(hash, 'tulips in the sun')).toBe(false);
    expect(await passwords.isCorrect(null, 'the password of nobody')).toBe(false);
  });

  test('are the same however their letters are composed', async () => {
    const passwords = await createPasswords();
    const hash = await passwords.hash('lösenord på svenska'.normalize('NFD'));
    expect(await passwords.isCorrect(hash, 'lösenord på svenska'.normalize('NFC'))).toBe(true);
  });

  test('beyond the hashing capacity are refused instead of queueing', async () => {
    const passwords = await createPasswords();
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, () => passwords.hash('tulips in the rain')),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(18);
    expect(refused[0]?.reason).toMatchObject({ code: 'unavailable' });
  });
});
