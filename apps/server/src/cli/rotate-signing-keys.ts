import { Argument, type Command } from 'commander';
import { readConfig } from '../config.ts';
import { ROTATION_STEPS, type RotationStep, rotateSigningKeys } from '../modules/account/identity/index.ts';
import { openSecrets } from '../platform/secrets.ts';
import { borrowDatabase } from './borrow-database.ts';

/** What comes after a step. An access token lives for an hour at most. */
const NEXT: Record<RotationStep, string> = {
  add: 'A second key is there. Start every node anew, then continue with use.',
  use: 'The second key signs. Start every node anew and wait an hour, then continue with remove.',
  remove: 'The key that signed before is removed. Start every node anew.',
};

/** `rotate-signing-keys`: nobody is signed out if the steps are taken in their order. */
export function addRotateSigningKeys(program: Command, { env }: { env: NodeJS.ProcessEnv }): void {
  program
    .command('rotate-signing-keys')
    .description('Take a step of replacing the key that signs tokens; every node is started anew after each.')
    .addArgument(new Argument('<step>').choices(ROTATION_STEPS))
    .action(async (step: RotationStep) => {
      const config = readConfig(env);
      await borrowDatabase(config, async ({ db }) => rotateSigningKeys(await openSecrets(db, config), step));
      console.log(NEXT[step]);
    });
}
