import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { parseVoucherFile, saveVoucherFile } from '../modules/orders/vouchers/index.ts';
import { Problem } from '../platform/problem.ts';
import { StartupError } from '../platform/startup-error.ts';
import { borrowDatabase, type Place } from './borrow-database.ts';

/** `save-vouchers`: saves all vouchers of a file, or none. */
export function addSaveVouchers(program: Command, { env, now, folder }: Place): void {
  program
    .command('save-vouchers')
    .description(
      'Replace the vouchers that everybody can use with those in a file. Earlier ones not in it end.',
    )
    .argument('<vouchers>', 'the list of vouchers (vouchers.json)')
    .action(async (file: string) => {
      const text = await readFile(path.resolve(folder, file), 'utf8').catch((error: Error) => {
        throw new StartupError(`${file} cannot be read: ${error.message}`);
      });
      const { value: vouchers, faults } = parseVoucherFile(text);
      if (faults) {
        throw new StartupError(`${file} has errors, so none of it has been used.\n${faults.join('\n')}`);
      }
      await borrowDatabase(readConfig(env), async ({ db }) => {
        const saved = await saveVoucherFile(db, vouchers, now).catch((error) => {
          if (!(error instanceof Problem)) throw error;
          throw new StartupError(`Nothing in ${file} has been used. ${error.message}.`);
        });
        const { added, changed, ended, unchanged } = saved;
        console.log(`${added} vouchers added, ${changed} changed, ${ended} ended, ${unchanged} unchanged.`);
      });
    });
}
