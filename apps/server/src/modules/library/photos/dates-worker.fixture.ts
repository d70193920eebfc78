import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import { DAY_SECONDS } from '@keepsake/contracts/platform/limits';
import pino from 'pino';
import { openDatabase } from '../../../platform/database/database.ts';
import { changeDates } from './change-dates.ts';

/** A separate process that shifts dates by a day and is killed in the middle: rows are written, counts are not. */
const { DATABASE_URL = '', USER_ID, PHOTO_IDS = '' } = process.env;
const { db } = openDatabase({ url: DATABASE_URL, maxConnections: 1, log: pino({ level: 'silent' }) });
await db.transaction().execute((trx) =>
  changeDates(
    {
      async moveInAlbums() {
        process.kill(process.pid, 'SIGKILL');
      },
    },
    trx,
    {
      customerId: customerIdSchema.parse(USER_ID),
      photoIds: PHOTO_IDS.split(','),
      change: { kind: 'shift', seconds: DAY_SECONDS },
      now: new Date(),
    },
  ),
);
throw new Error('It was not killed');
