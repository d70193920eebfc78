import path from 'node:path';
import { Command, CommanderError } from 'commander';
import { loadChannels } from '../modules/frame/channels/index.ts';
import { systemClock } from '../platform/clock.ts';
import { isDiskFull } from '../platform/disk-room.ts';
import { StartupError } from '../platform/startup-error.ts';
import { addAuditStorage } from './audit-storage.ts';
import { addBusiness } from './business.ts';
import { addCheckChannels, CHECK_CHANNELS } from './check-channels.ts';
import { addCheckFiles } from './check-files.ts';
import { addDeleteCustomer } from './delete-customer.ts';
import { addErasures } from './erasures.ts';
import { addGallery } from './gallery.ts';
import { addImportCustomers } from './import-customers.ts';
import { addImportLegacyUploads } from './import-legacy-uploads.ts';
import { addImportSharedAlbums } from './import-shared-albums.ts';
import { addInvoices } from './invoices.ts';
import { addNewsletter } from './newsletter.ts';
import { addOperator } from './operator.ts';
import { addOrders } from './orders.ts';
import { addOutgoingEvents } from './outgoing-events.ts';
import { addReadDatesAgain } from './read-dates-again.ts';
import { addReconcile } from './reconcile.ts';
import { addRemoveSecondFactor } from './remove-second-factor.ts';
import { addRestoreMode } from './restore-mode.ts';
import { addRetention } from './retention.ts';
import { addSecrets } from './secrets.ts';
import { addTakeOrderFiles } from './take-order-files.ts';
import { addSaveVouchers } from './vouchers.ts';

/** Exit code of a command that failed; 1 means that it found or refused something. */
const FAILED = 2;
const UNDEFINED_TABLE = '42P01';

const { env } = process;
const now = systemClock();
// npm runs its scripts in the repository, but people name files relative to where they are.
const folder = env.INIT_CWD ?? '.';

const program = new Command('npm run keepsake --')
  .description('Commands for operators. They run beside the server, or without it.')
  .exitOverride()
  .showHelpAfterError('Run with --help for usage.');
run().catch((error: unknown) => {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : FAILED);
  console.error(...explain(error));
  process.exit(FAILED);
});

async function run(): Promise<void> {
  // Checking a channels file must not depend on the installed one being valid.
  if (process.argv[2] !== CHECK_CHANNELS)
    await loadChannels(env.CHANNELS_FILE ? path.resolve(env.CHANNELS_FILE) : null, env.PUBLIC_URL);
  addAuditStorage(program, { env, now });
  addBusiness(program, { env, now, folder });
  addCheckChannels(program, { folder });
  addCheckFiles(program, { now, folder });
  addDeleteCustomer(program, { env });
  addErasures(program, { env });
  addImportCustomers(program, { env, now, folder });
  addGallery(program, { env, now, folder });
  addImportSharedAlbums(program, { env, now, folder });
  addSaveVouchers(program, { env, now, folder });
  addImportLegacyUploads(program, { env, folder });
  addInvoices(program, { env, now, folder });
  addNewsletter(program, { env, now, folder });
  addOperator(program, { env, now, folder });
  addOrders(program, { env, now });
  addOutgoingEvents(program, { env, now });
  addReconcile(program, { env });
  addRemoveSecondFactor(program, { env, now, folder });
  addReadDatesAgain(program, { env });
  addRestoreMode(program, { env, now });
  addRetention(program, { env, now });
  addSecrets(program, { env });
  addTakeOrderFiles(program, { env, now, folder });
  await program.parseAsync();
}

/** One sentence for what the operator can fix, otherwise the error itself. */
function explain(error: unknown): unknown[] {
  if (error instanceof StartupError) return [`The command cannot start: ${error.message}`];
  if ((error as { code?: string }).code === UNDEFINED_TABLE) {
    return ['The database was created by an older version. Start this version once, then try again.'];
  }
  if (isDiskFull(error)) {
    return ['The disk is full. Free some space, then run the command again. Completed work is kept.'];
  }
  return ['The command failed:', error];
}
