import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { discardSecrets } from '../platform/secrets.ts';
import { borrowDatabase } from './borrow-database.ts';

/** `discard-secrets`: the way on after a key was lost. */
export function addDiscardSecrets(program: Command, { env }: { env: NodeJS.ProcessEnv }): void {
  program
    .command('discard-secrets')
    .description('After the loss of a key: delete the secrets that no key opens. Everybody is signed out.')
    .action(async () => {
      const config = readConfig(env);
      const names = await borrowDatabase(config, ({ db }) => discardSecrets(db, config));
      if (names.length === 0) console.log('Every secret can be read: nothing was discarded.');
      else
        console.log(
          `Discarded: ${names.join(', ')}. The next start makes new ones; everybody signs in again.`,
        );
    });
}
