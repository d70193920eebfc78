import { toMailAddress } from '@keepsake/contracts/platform/mail-address';
import { Argument, type Command } from 'commander';
import { pino } from 'pino';
import { readConfig } from '../config/config.ts';
import {
  ROTATION_STEPS,
  type RotationStep,
  rotateSigningKeys,
} from '../modules/account/embedded-provider/index.ts';
import { newKeyText, readKeyFile, replaceKeyFile } from '../platform/secret-keys.ts';
import { discardSecrets, openSecrets } from '../platform/secrets.ts';
import { createSecurityLog } from '../platform/security-log.ts';
import { borrowDatabase } from './borrow-database.ts';

type Options = { env: NodeJS.ProcessEnv };

/** `rotate-secrets-key`, `rotate-signing-keys`, `discard-secrets` and `security-subject`. */
export function addSecrets(program: Command, options: Options): void {
  addRotateSecretsKey(program, options);
  addRotateSigningKeys(program, options);
  addDiscardSecrets(program, options);
  addSecuritySubject(program, options);
}

/** A kill at any moment leaves secrets and keys that match. */
function addRotateSecretsKey(program: Command, { env }: Options): void {
  program
    .command('rotate-secrets-key')
    .description(
      'Rewrap all secrets with the newest key in SECRETS_KEY, or with a new key in the data folder.',
    )
    .action(async () => {
      const config = readConfig(env);
      const { dataDir, secretKeys } = config;
      const count = await borrowDatabase(config, async ({ db }) => {
        if (!secretKeys) await replaceKeyFile(dataDir, [newKeyText(), ...(await readKeyFile(dataDir))]);
        const rewrapped = await (await openSecrets(db, config)).rewrap();
        if (!secretKeys) await replaceKeyFile(dataDir, (await readKeyFile(dataDir)).slice(0, 1));
        return rewrapped;
      });
      console.log(`${count} secrets rewrapped.`);
      if (secretKeys) console.log('From now on, only the first key in SECRETS_KEY is needed.');
    });
}

/** What follows each step. An access token lives for at most an hour. */
const NEXT: Record<RotationStep, string> = {
  add: 'A second key has been added. Restart every node, then continue with use.',
  use: 'The second key now signs. Restart every node and wait an hour, then continue with remove.',
  remove: 'The old key has been removed. Restart every node.',
};

/** Nobody is signed out if the steps are taken in order. */
function addRotateSigningKeys(program: Command, { env }: Options): void {
  program
    .command('rotate-signing-keys')
    .description('Replace the key that signs tokens, one step at a time. Restart every node after each step.')
    .addArgument(new Argument('<step>').choices(ROTATION_STEPS))
    .action(async (step: RotationStep) => {
      const config = readConfig(env);
      await borrowDatabase(config, async ({ db }) => rotateSigningKeys(await openSecrets(db, config), step));
      console.log(NEXT[step]);
    });
}

/** Recovers from the loss of a key. */
function addDiscardSecrets(program: Command, { env }: Options): void {
  program
    .command('discard-secrets')
    .description('After losing a key, delete the secrets that no key can open. Signs everybody out.')
    .action(async () => {
      const config = readConfig(env);
      const names = await borrowDatabase(config, ({ db }) => discardSecrets(db, config));
      if (names.length === 0) console.log('All secrets can be read. Nothing has been discarded.');
      else
        console.log(
          `Discarded: ${names.join(', ')}. The next start creates new ones, and everybody has to sign in again.`,
        );
    });
}

/** For searching the security log, which names nobody: its hashes are keyed with a secret. */
function addSecuritySubject(program: Command, { env }: Options): void {
  program
    .command('security-subject')
    .description('Print the hash that stands for a person or thing in the security log.')
    .argument(
      '<subject>',
      'an email address, a customer ID, a network such as 203.0.113.7 or an operator',
      toMailAddress,
    )
    .action(async (subject: string) => {
      const config = readConfig(env);
      await borrowDatabase(config, async ({ db }) => {
        const secret = await (await openSecrets(db, config)).read('security-log');
        const { hash } = createSecurityLog({ db, log: pino({ level: 'silent' }), secret });
        console.log(await hash(subject));
      });
    });
}
