import type { Command } from 'commander';
import { pino } from 'pino';
import { readConfig } from '../config.ts';
import { openSecrets } from '../platform/secrets.ts';
import { createSecurityLog } from '../platform/security-log.ts';
import { borrowDatabase } from './borrow-database.ts';

/** `security-subject`: for searching the security log, which names nobody. */
export function addSecuritySubject(program: Command, { env }: { env: NodeJS.ProcessEnv }): void {
  program
    .command('security-subject')
    .description('Print the hash by which the security log names somebody or something.')
    .argument('<subject>', "an e-mail address, a customer's id, a network such as 203.0.113.7 or an operator")
    .action(async (subject: string) => {
      const config = readConfig(env);
      await borrowDatabase(config, async ({ db }) => {
        const secret = await (await openSecrets(db, config)).read('security-log');
        const { hash } = createSecurityLog({ db, log: pino({ level: 'silent' }), secret });
        console.log(await hash(subject));
      });
    });
}
