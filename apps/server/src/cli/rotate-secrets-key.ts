import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { newKeyText, readKeyFile, replaceKeyFile } from '../platform/secret-keys.ts';
import { openSecrets } from '../platform/secrets.ts';
import { borrowDatabase } from './borrow-database.ts';

/** `rotate-secrets-key`: a kill at any moment leaves secrets and keys that fit. */
export function addRotateSecretsKey(program: Command, { env }: { env: NodeJS.ProcessEnv }): void {
  program
    .command('rotate-secrets-key')
    .description('Wrap all secrets with the newest key of SECRETS_KEY, or with a new key in the data folder.')
    .action(async () => {
      const config = readConfig(env);
      const { dataDir, secretKeys } = config;
      const count = await borrowDatabase(config, async ({ db }) => {
        if (!secretKeys) await replaceKeyFile(dataDir, [newKeyText(), ...(await readKeyFile(dataDir))]);
        const rewrapped = await (await openSecrets(db, config)).rewrap();
        if (!secretKeys) await replaceKeyFile(dataDir, (await readKeyFile(dataDir)).slice(0, 1));
        return rewrapped;
      });
      console.log(`${count} secrets were wrapped anew.`);
      if (secretKeys) console.log('The first key of SECRETS_KEY is the only one needed from now on.');
    });
}
