import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../../../platform/problem.ts';
import { LONGEST_PASSWORD } from './password-strength.ts';

/** argon2id with 19 MiB, two passes, one lane (OWASP's first choice). 2 is Algorithm.Argon2id, a type-only enum. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Passwords hashed at once and waiting; more are refused, so that sign-ins cannot exhaust CPU and memory. */
const CONCURRENCY = 2;
const MAX_WAITING = 40;

export type Passwords = {
  hash(password: string): Promise<string>;
  /** False for `null`, meaning no account, after as much time as for a wrong password. */
  isCorrect(passwordHash: string | null, password: string): Promise<boolean>;
};

/** Hashes and checks passwords. Throws the problem `unavailable` if too many are waiting. */
export async function createPasswords(): Promise<Passwords> {
  const whenFree = limitWork();
  const placeholder = await hash('the password of nobody', ARGON2ID);
  return {
    hash: (password) => whenFree(() => hash(normalize(password), ARGON2ID)),
    async isCorrect(passwordHash, password) {
      // Nobody can have set one, and normalising it could take long.
      const isTooLong = password.length > LONGEST_PASSWORD;
      const given = isTooLong ? '' : normalize(password);
      const isMatch = await whenFree(() => verify(passwordHash ?? placeholder, given));
      return isMatch && passwordHash !== null && !isTooLong;
    },
  };
}

/** Keyboards compose the same characters differently. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

function limitWork() {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= CONCURRENCY) {
      if (waiting.length >= MAX_WAITING)
        throw new Problem('unavailable', { headers: { 'retry-after': '5' } });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
