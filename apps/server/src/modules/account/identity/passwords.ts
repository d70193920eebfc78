import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../../../platform/problem.ts';

/** Limits in characters; the upper one bounds the work of hashing. */
export const PASSWORD_LIMITS = { min: 10, max: 128 };

/** argon2id with 19 MiB, two passes, one lane (OWASP's first choice). 2 is Algorithm.Argon2id, a type-only enum. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Passwords hashed at once and waiting; more are refused, so that sign-ins cannot exhaust processor and memory. */
const AT_ONCE = 2;
const MAX_WAITING = 40;

/** The most used passwords of at least ten characters, in lower case, in the languages offered here. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `1234567890 12345678910 0123456789 0987654321 9876543210 1234567891 123123123123 1q2w3e4r5t 1q2w3e4r5t6y
  1qaz2wsx3edc q1w2e3r4t5 q1w2e3r4t5y6 qwertyuiop qwertyuiop1 qwerty12345 qwerty123456 qwerty1234 azertyuiop
  qwertzuiop asdfghjkl1 asdfghjklm zxcvbnm123 abcdefghij abcd123456 abcde12345 abc1234567 a123456789 aa12345678
  password10 password11 password12 password123 password1234 password12345 password123! passwordpassword
  passw0rd123 p@ssword123 p@ssw0rd123 mypassword1 mypassword123 password2023 password2024 password2025 password2026
  letmein123 letmein1234 welcome123 welcome1234 welcome2024 welcome2025 iloveyou123 iloveyou12 iloveyou1234
  sunshine123 princess123 football123 baseball123 superman123 dragon1234 monkey1234 charlie123 liverpool1
  liverpool123 manchester manchester1 chocolate1 butterfly1 changeme123 admin12345 administrator test123456
  passwort123 passwort12 passwort1234 meinpasswort hallo12345 hallo123456 schatz1234 sommer2024 sommer2025
  sommer2026 winter2024 winter2025 geheim1234 wachtwoord wachtwoord1 wachtwoord12 wachtwoord123 welkom1234
  welkom12345 hallo12345 feyenoord1 motdepasse motdepasse1 motdepasse12 motdepasse123 bonjour123 bonjour1234
  azerty1234 azerty12345 azerty123456 jetaime123 doudou1234 marseille1 marseille13 losenord123 lösenord123
  losenord12 sommar2024 sommar2025 hejhejhej1 hejsan1234 sverige123 fotboll123 summer2024 summer2025 summer2026`.split(
    /\s+/,
  ),
);

type PasswordFault = 'password.tooShort' | 'password.tooLong' | 'password.tooCommon';

/** Why a password is refused, or null. Its length counts characters as people see them, not UTF-16 units. */
export function findPasswordFault(password: string, email: string): PasswordFault | null {
  if (password.length > PASSWORD_LIMITS.max * 2) return 'password.tooLong';
  const characters = [...password];
  if (characters.length < PASSWORD_LIMITS.min) return 'password.tooShort';
  if (characters.length > PASSWORD_LIMITS.max) return 'password.tooLong';
  return isGuessable(password.toLowerCase(), email.toLowerCase()) ? 'password.tooCommon' : null;
}

function isGuessable(password: string, email: string): boolean {
  if (new Set(password).size < 3) return true;
  return password === email || password === email.split('@')[0] || COMMON_PASSWORDS.has(password);
}

export type Passwords = {
  hash(password: string): Promise<string>;
  /** False for `null`, where there is no account, after as much time as for a wrong password. */
  isCorrect(passwordHash: string | null, password: string): Promise<boolean>;
};

/** Hashes and checks passwords. Throws the problem `unavailable` when too many wait. */
export async function createPasswords(): Promise<Passwords> {
  const whenFree = limitWork();
  const placeholder = await hash('the password of nobody', ARGON2ID);
  return {
    hash: (password) => whenFree(() => hash(normalize(password), ARGON2ID)),
    async isCorrect(passwordHash, password) {
      const isMatch = await whenFree(() => verify(passwordHash ?? placeholder, normalize(password)));
      return isMatch && passwordHash !== null;
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
    if (running >= AT_ONCE) {
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
