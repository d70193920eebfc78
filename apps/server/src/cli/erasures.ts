import type { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { listErasures, type UnderWay } from '../modules/account/deletion/index.ts';
import { borrowDatabase } from './borrow-database.ts';

/** `erasures`: what is still to be erased of deleted accounts. */
export function addErasures(program: Command, { env }: { env: NodeJS.ProcessEnv }): void {
  program
    .command('erasures')
    .description('Show accounts being erased, what each is waiting for, and what has failed.')
    .action(async () => {
      await borrowDatabase(readConfig(env), async ({ db }) => {
        const { erased, waiting, underWay } = await listErasures(db);
        console.log(`${erased} accounts erased, ${waiting} closed and in their grace period.`);
        for (const each of underWay) console.log(lineOf(each));
      });
    });
}

function lineOf({ customerId, area, error, ...state }: UnderWay): string {
  return `${customerId}  ${area ?? 'the end'}: ${stateOf(state)}${error ? ` (${error})` : ''}`;
}

function stateOf({ attempts, isDead, dueAt }: Pick<UnderWay, 'attempts' | 'isDead' | 'dueAt'>): string {
  if (isDead) return 'failed permanently';
  return attempts > 0 ? `failed ${attempts} times` : `next at ${dueAt.toISOString()}`;
}
