import { Argument, type Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../config/config.ts';
import { describeEpochs } from '../modules/library/reconcile/index.ts';
import { type Epochs, isBehind, setRestoredTo } from '../platform/objects/epochs.ts';
import { openObjectStore } from '../platform/objects/removal-gate.ts';
import { StartupError } from '../platform/startup-error.ts';
import { borrowDatabase } from './borrow-database.ts';

type Options = { restoredTo?: Date };
type Change = 'begin' | 'end' | undefined;

/** `restore-mode`: says whether it is on, and begins or ends it by hand. Exits with 1 while it is on. */
export function addRestoreMode(program: Command, { env, now }: { env: NodeJS.ProcessEnv; now: Date }): void {
  program
    .command('restore-mode')
    .description(
      'Say whether mails, events, invoices, reorders and vouchers wait for reconcile, or have them wait.',
    )
    .addArgument(new Argument('[change]', 'begin or end it').choices(['begin', 'end']))
    .option('--restored-to <time>', 'the time to which the database was restored', timeOf)
    .action(async (change: Change, { restoredTo }: Options) => {
      checkOptions(change, restoredTo, now);
      const config = readConfig(env);
      await borrowDatabase(config, async ({ db }) => {
        const objects = await openObjectStore(config, db);
        try {
          const found = await objects.compareEpochs();
          if (change && found.status === 'strangers') throw new StartupError(describeEpochs(found));
          const epochs = change ? await setRestoredTo({ db, objects }, restoredTo ?? null) : found;
          console.log(describe(epochs, change));
          process.exitCode = isBehind(epochs) ? 1 : 0;
        } finally {
          await objects.close();
        }
      });
    });
}

function checkOptions(change: Change, restoredTo: Date | undefined, now: Date): void {
  if ((change === 'begin') !== (restoredTo !== undefined))
    throw new StartupError(
      'begin needs --restored-to and a time, such as 2026-11-26T18:00:00Z; nothing else does.',
    );
  if (restoredTo && restoredTo > now) throw new StartupError('--restored-to is a time in the past.');
}

function describe(epochs: Epochs, change: Change): string {
  const sentence = `${describeEpochs(epochs)}.`;
  if (!isBehind(epochs)) return `Restore mode is off: ${sentence}`;
  if (change === 'end') return `Restore mode goes on, because ${sentence}`;
  const started = `Restore mode is on: ${sentence}`;
  if (change !== 'begin') return started;
  return `${started}
It holds on every node within a second; what was being sent at that moment has left. Have shops report their orders
since then, then run reconcile, which shows what it would do, and reconcile --apply, which does it and ends restore mode.
If the database was not restored after all, restore-mode end changes nothing else.`;
}

function timeOf(given: string): Date {
  const time = new Date(given);
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(given) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('Give a time with its zone, such as 2026-11-26T18:00:00Z.');
  return time;
}
